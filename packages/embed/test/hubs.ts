import {
  asUser,
  type Boardwright,
  BoardwrightError,
  type BoardwrightOptions,
  createBoardwright,
  type Mail,
  mailerOf,
  sqlite
} from "@boardwright/embed"
import { onTestFinished, vi } from "vitest"

/** Hashes at once; never for real. */
export const plainHasher = {
  hash: (password: string) => `plain ${password}`,
  verify: (password: string, hash: string | null) => hash === `plain ${password}`
}

export const SECRET = "a secret of at least thirty-two bytes"

/** A hub in memory, which sends no mails. */
export const newHub = (options: Partial<BoardwrightOptions> = {}) =>
  createBoardwright({
    storage: sqlite(":memory:"),
    jwtSecret: SECRET,
    mailer: mailerOf(() => undefined),
    passwordHasher: plainHasher,
    onError: () => undefined,
    ...options
  })

/** A hub in memory, closed with its test, and the mails that it sends. */
export const givenHub = async (options: Partial<BoardwrightOptions> = {}) => {
  const mails: Array<Mail> = []
  const hub = await newHub({ mailer: mailerOf((mail) => mails.push(mail)), ...options })
  onTestFinished(hub.close)
  return { hub, mails, mailTo: mailTo(mails) }
}

/** Waits for the mail to an address, the newest where there are several. */
export const mailTo =
  (mails: ReadonlyArray<Mail>) =>
  (address: string, count = 1): Promise<Mail> =>
    vi.waitFor(
      () => {
        const found = mails.filter(({ to }) => to === address)
        const mail = found.at(-1)
        if (mail === undefined || found.length < count) throw new Error(`${found.length} mails to ${address}`)
        return mail
      },
      { timeout: 10_000, interval: 20 }
    )

/** The token in a mail's link. */
export const tokenIn = ({ text }: Mail): string => /token=([0-9a-f]{64})\b/.exec(text)?.[1] ?? "no token"

type Made = Awaited<ReturnType<typeof givenHub>>

export const PASSWORD = "correct horse battery"

/** A person who signed up, verified the address and signed in. */
export const givenUser = async ({ hub, mailTo }: Pick<Made, "hub" | "mailTo">, name: string) => {
  const email = `${name}@example.com`
  await hub.accounts.signUp({ name, email, password: PASSWORD })
  await hub.accounts.verifyEmail(tokenIn(await mailTo(email)))
  const { token, user } = await hub.accounts.signIn({ email, password: PASSWORD })
  return { id: user.id, email, token }
}

/** A request of the API with JSON. */
export const apiRequest = (
  method: string,
  path: string,
  { body, token }: { readonly body?: unknown; readonly token?: string } = {}
): Request =>
  new Request(`http://host.example${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

export const ada = asUser("ada")

/** A task on a board of a workspace, and the types of the changes since then. */
export const givenFollowedTask = async (hub: Pick<Boardwright, "boards" | "changes" | "tasks" | "workspaces">) => {
  const workspace = await hub.workspaces.create(ada, { name: "Garden" })
  const board = await hub.boards.create(ada, { name: "Spring", workspaceId: workspace.id })
  const task = await hub.tasks.create(ada, { boardId: board.id, name: "Dig" })
  const { cursor } = await hub.changes.list(ada, { since: "now" })
  const since = async () => (await hub.changes.list(ada, { since: cursor })).changes.map(({ type }) => type)
  return { hub, workspace, board, task, since }
}

/** The error that a call rejects with. */
export const failureOf = async (call: Promise<unknown>): Promise<BoardwrightError> => {
  const error: unknown = await call.then(
    () => "it succeeded",
    (reason: unknown) => reason
  )
  if (error instanceof BoardwrightError) return error
  throw new Error(String(error), { cause: error })
}

/** Whether a promise is settled, now or in this turn of the event loop. */
export const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([promise.then(() => "settled"), new Promise((resolve) => setImmediate(resolve))])) === "settled"
