import { describe, expect } from "vitest"
import { expectError, expectInvalid, type Home, ID, MISSING, onServer, TIME } from "./given.js"

const pathOf = ({ boardId }: Pick<Home, "boardId">) => `/api/boards/${boardId}`

const link = async (home: Pick<Home, "boardId" | "post">) => {
  const { body, status } = await home.post(`${pathOf(home)}/calendar-link`)
  expect(status).toBe(201)
  return body.calendarLink as { readonly id: string; readonly url: string; readonly createdAt: string }
}

describe("the calendar of a board", () => {
  const { it, as, givenHome } = onServer()

  it("has an event for each task with a due date, by the key of a link alone", async ({ home }) => {
    await home.patch(pathOf(home), { name: "Früh, ling" })
    const due = await home.givenTask({ name: "Dig;\r\nEND:VCALENDAR", dueDate: "2027-03-01", status: "On, hold" })
    await home.givenTask({ name: "Call", dueDate: "2027-03-02T09:30:00Z", description: "x".repeat(100) })
    await home.givenTask({ name: "Undated" })
    const { body, headers, status } = await as(null).get((await link(home)).url)
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8")
    expect(headers.get("cache-control")).toBe("private, no-cache")
    expect(headers.get("referrer-policy")).toBe("no-referrer")
    const lines = [
      ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Boardwright//Boardwright//EN", "CALSCALE:GREGORIAN"],
      ...["NAME:Früh\\, ling", "X-WR-CALNAME:Früh\\, ling", "REFRESH-INTERVAL;VALUE=DURATION:PT15M"],
      ...["BEGIN:VEVENT", `UID:${due}@boardwright`, "DTSTAMP:*", "LAST-MODIFIED:*", "DTSTART;VALUE=DATE:20270301"],
      ...["SUMMARY:Dig\\;\\nEND:VCALENDAR", "CATEGORIES:On\\, hold", "TRANSP:TRANSPARENT", "END:VEVENT"],
      ...["BEGIN:VEVENT", "UID:*", "DTSTAMP:*", "LAST-MODIFIED:*", "DTSTART:20270302T093000Z", "SUMMARY:Call"],
      ...[`DESCRIPTION:${"x".repeat(63)}`, ` ${"x".repeat(37)}`],
      ...["CATEGORIES:pending", "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR", ""]
    ]
    const varying = /^(DTSTAMP|LAST-MODIFIED|UID):(?!.*\bthis\b).*$/gm
    const known = String(body)
      .replace(`UID:${due}@`, "UID:this@")
      .replace(varying, "$1:*")
      .replace("UID:this@", `UID:${due}@`)
    expect(known.split("\r\n")).toEqual(lines)
  })

  it("is sent again only if it has changed", async ({ home }) => {
    const task = await home.givenTask({ dueDate: "2027-03-01" })
    const { url } = await link(home)
    const ask = (tags: string) => as(null).get(url, undefined, { headers: { "if-none-match": tags } })
    const tagOf = async () => (await ask('"none"')).headers.get("etag") ?? ""
    const tag = await tagOf()
    const fresh = await ask(tag)
    expect([fresh.status, fresh.body, fresh.headers.get("cache-control")]).toEqual([304, "", "private, no-cache"])
    expect((await as(null).get((await link(home)).url, undefined, { headers: { "if-none-match": tag } })).status).toBe(
      200
    )
    await home.patch(`/api/tasks/${task}`, { dueDate: "2027-03-02" })
    const { body, status } = await ask(tag)
    expect([status, body]).toEqual([200, expect.stringContaining("VALUE=DATE:20270302")])
    const next = await tagOf()
    await home.patch(pathOf(home), { name: "Other" })
    expect((await ask(next)).status).toBe(200)
  })

  it("is the same 404 for whatever key does not open it", async ({ home }) => {
    const other = await givenHome()
    const [{ id, url }, theirs] = [await link(home), await link(other)]
    const key = url.slice(url.indexOf("=") + 1)
    const member = await home.givenMember("viewer")
    const lost = await link({ ...member, boardId: home.boardId })
    await home.del(`${pathOf(home)}/members/${member.user.id}`)
    await home.del(`${pathOf(home)}/calendar-links/${id}`)
    for (const path of [
      ...[url, lost.url, theirs.url.replace(other.boardId, home.boardId), theirs.url.replace(other.boardId, MISSING)],
      ...["", "?key=", "?key=x", `?key=${"0".repeat(64)}`, `?key=${key}&key=${key}`].map(
        (query) => `${pathOf(home)}/calendar.ics${query}`
      )
    ])
      expectError(await as(null).get(path), 404, "Calendar not found")
    expectError(await home.get(url), 404, "Calendar not found")
  })

  it("has links that are shown once, listed without keys, and revoked", async ({ home }) => {
    const made = await link(home)
    expect(made).toEqual({
      id: ID,
      url: expect.stringMatching(/^\/api\/boards\/\S+\?key=[0-9a-f]{64}$/),
      createdAt: TIME
    })
    const viewer = await home.givenMember("viewer")
    const theirs = await link({ ...viewer, boardId: home.boardId })
    const list = async (caller: Pick<Home, "get">) =>
      (await caller.get(`${pathOf(home)}/calendar-links`)).body.calendarLinks
    const [own, others] = [
      { id: made.id, userId: home.user.id, createdAt: made.createdAt },
      { id: theirs.id, userId: viewer.user.id, createdAt: theirs.createdAt }
    ]
    expect(await list(viewer)).toEqual([others])
    expect(await list(home)).toEqual([own, others])
    expectError(await viewer.del(`${pathOf(home)}/calendar-links/${made.id}`), 403, "Forbidden")
    const revoked = await home.del(`${pathOf(home)}/calendar-links/${theirs.id}`)
    expect(revoked.body).toEqual({ success: true, message: "Calendar link revoked" })
    expectError(await home.del(`${pathOf(home)}/calendar-links/${theirs.id}`), 404, "Calendar link not found")
    const { events } = (await home.get("/api/auth/events")).body
    expect(events).toMatchObject([{ type: "calendarLink.created", subjectId: made.id }])
  })

  it("has at most 20 links of a user, and none made by an API token", async ({ home }) => {
    const { token } = (await home.post("/api/tokens", { name: "CI", scopes: ["read", "write", "manage"] })).body
    const by = as({ token })
    const refused = await by.post(`${pathOf(home)}/calendar-link`)
    expect([refused.status, refused.body.message]).toEqual([403, "This needs a session."])
    const made = await Promise.all(Array.from({ length: 25 }, () => home.post(`${pathOf(home)}/calendar-link`)))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
    expectInvalid(await home.post(`${pathOf(home)}/calendar-link`), ["calendarLinks"])
    const { calendarLinks, pagination } = (await by.get(`${pathOf(home)}/calendar-links?limit=2`)).body
    expect([calendarLinks.length, pagination.total]).toEqual([2, 20])
    expect((await by.del(`${pathOf(home)}/calendar-links/${calendarLinks[0].id}`)).status).toBe(200)
  })
})
