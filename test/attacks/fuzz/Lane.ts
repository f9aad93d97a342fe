import { gzipSync } from "node:zlib"
import { furnish, type World } from "../../equality/world.js"
import type { Encoding, FuzzedRequest, Sender } from "./requests.js"
import type { Pair } from "./TwoServers.js"

const KINDS = [
  "workspace",
  "board",
  "group",
  "column",
  "task",
  "comment",
  "subtask",
  "timeEntry",
  "invitation",
  "user",
  "email",
  "webhook",
  "delivery",
  "change",
  "trash",
  "teammate",
  "teamInvitation",
  "token",
  "calendarLink",
  "calendarKey"
] as const
type Kind = (typeof KINDS)[number]

const SEGMENTS: Readonly<Partial<Record<Kind, string>>> = {
  timeEntry: "time-entries",
  delivery: "deliveries",
  trash: "trash",
  calendarLink: "calendar-links"
}

/** The segment of a path before the id of one of a kind. */
const segmentOf = (kind: Kind): string => SEGMENTS[kind] ?? `${kind}s`

/** A world is made anew after so many requests, before its lists grow long. */
const WORLD_LASTS = 300

const bytesAs =
  (encoding: Encoding) =>
  (text: string): Uint8Array => {
    const bytes = Buffer.from(text)
    if (encoding === "bom") return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])
    if (encoding === "utf16") return Buffer.from(text, "utf16le")
    if (encoding === "latin1") return Buffer.concat([Buffer.from(text, "latin1"), Buffer.from([0xff])])
    if (encoding === "cut") return bytes.subarray(0, Math.floor(bytes.byteLength / 2))
    return encoding === "gzip" ? gzipSync(bytes) : bytes
  }

/** A world of its own, and requests to it one after another. */
export class Lane {
  #world: World | null = null
  #requests = 0
  #known: Record<Kind, Array<string>> = this.#nothing()

  constructor(
    private readonly pair: Pair,
    private readonly name: string
  ) {}

  /** Sends a request to both servers, and throws unless both answer as they should. */
  async send({ body, by, encoding, headers, method, path }: FuzzedRequest): Promise<number> {
    const world = await this.#current()
    const token = this.#tokenOf(world, by)
    const answer = await this.pair.exchange({
      method,
      path: this.#fill(path),
      headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      body: body === null ? null : this.#fill(body),
      toBytes: bytesAs(encoding),
      chunked: encoding === "chunked"
    })
    if (answer.status < 300) this.#note(method, answer.body)
    return answer.status
  }

  #nothing(): Record<Kind, Array<string>> {
    return Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, Array<string>>
  }

  async #current(): Promise<World> {
    this.#requests += 1
    if (this.#world !== null && this.#requests < WORLD_LASTS) return this.#world
    const world = await furnish(this.pair)
    const { admin, editor, ids, invitee, owner, stranger, viewer } = world
    const people = [owner, viewer, invitee, stranger, admin, editor]
    this.#known = this.#nothing()
    for (const kind of KINDS) {
      const id = ids[segmentOf(kind)]
      if (id !== undefined) this.#known[kind].push(id)
    }
    this.#known.user.push(...people.map(({ id }) => id))
    this.#known.email.push(...people.map(({ email }) => email), `new-${this.name}@example.com`)
    await this.#addTeam(world)
    this.#requests = 0
    this.#world = world
    return world
  }

  /** Adds a member of the workspace, a pending invitation to it, a task that can be moved to the board, a token of its owner, and a link to its calendar. */
  async #addTeam({ admin, ids, owner }: World): Promise<void> {
    const { send } = this.pair
    const invite = async (body: object): Promise<string> =>
      (await send("POST", `/api/workspaces/${ids["workspaces"]}/members`, owner, { body })).body.invitation.id
    const joined = await invite({ userId: admin.id, role: "admin" })
    await send("POST", `/api/invitations/${joined}/accept`, admin)
    const place = { name: "Other", workspaceId: ids["workspaces"] }
    const { board } = (await send("POST", "/api/boards", owner, { body: place })).body
    const { task } = (await send("POST", "/api/tasks", owner, { body: { boardId: board.id, name: "Elsewhere" } })).body
    this.#known.task.push(task.id)
    this.#known.teammate.push(admin.id)
    this.#known.teamInvitation.push(await invite({ email: `team-${this.name}@example.com`, role: "viewer" }))
    const token = { name: "Reader", scopes: ["read"] }
    this.#known.token.push((await send("POST", "/api/tokens", owner, { body: token })).body.apiToken.id)
    const { calendarLink } = (await send("POST", `/api/boards/${ids["boards"]}/calendar-link`, owner)).body
    this.#known.calendarLink.push(calendarLink.id)
    this.#known.calendarKey.push(calendarLink.url.split("?key=")[1])
  }

  #tokenOf(world: World, by: Sender): string | null {
    if (by === "nobody") return null
    return by === "broken" ? "eyJhbGciOiJub25lIn0.e30." : world[by].token
  }

  #fill(text: string): string {
    return text.replaceAll(/@([a-zA-Z]+)(\d)/g, (whole, kind: string, at: string) => {
      const ids = KINDS.some((each) => each === kind) ? this.#known[kind as Kind] : []
      return ids[Number(at) % ids.length] ?? whole
    })
  }

  #note(method: string, body: unknown): void {
    if (typeof body !== "object" || body === null) return
    // What was removed may have been what all the rest hangs on.
    if (method === "DELETE") {
      this.#world = null
      return
    }
    for (const kind of KINDS) {
      const made: unknown = Reflect.get(body, kind)
      if (typeof made !== "object" || made === null || !("id" in made) || typeof made.id !== "string") continue
      if (!this.#known[kind].includes(made.id)) this.#known[kind].push(made.id)
    }
  }
}
