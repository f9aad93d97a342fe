import fc from "fast-check"
import { TAKEN, type Taken } from "./contract.js"
import { mutate, type Mutation, mutation, treeOf, write } from "./JsonTree.js"

/** Who asks; `broken` sends a token that nobody was given. */
const SENDERS = ["owner", "admin", "editor", "viewer", "invitee", "stranger", "nobody", "broken"] as const
/** One of those who ask; their tokens and rights are the world's. */
export type Sender = (typeof SENDERS)[number]

/** How a body becomes bytes. */
const ENCODINGS = ["utf8", "chunked", "bom", "utf16", "latin1", "cut", "gzip"] as const
/** `utf8` and `chunked` are as it should be; `cut` is the first half, `latin1` ends in a byte that UTF-8 never has. */
export type Encoding = (typeof ENCODINGS)[number]

/** A request as it is sent, but for ids: `@task1` stands for that of the second of the tasks. */
export interface FuzzedRequest {
  readonly endpoint: string
  readonly by: Sender
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly encoding: Encoding
}

const rare = <A>(usual: A, weight: number, odd: fc.Arbitrary<A>): fc.Arbitrary<A> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })

const ODD_IDS = [
  ...".. . %2e%2e ..%2f.. %2F %5c %00 a%00b %ED%A0%80 %C0%AF %F0%9F%8C%B1 % %zz %25 * ; ;a=b @ : ' \" ü null".split(
    " "
  ),
  ..."undefined NaN 0 -1 1e400 [object%20Object] __proto__ constructor import $%7Bx%7D 1%20or%201=1 %27--".split(" "),
  "01900000-0000-7000-8000-000000000000",
  "a".repeat(4_000),
  "%F0%9F%8C%B1".repeat(300),
  "@TASK0"
]
const oddId = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_IDS) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: "binary", maxLength: 6 }).map((text) => encodeURIComponent(text.toWellFormed()))
  },
  { weight: 2, arbitrary: fc.constantFrom("@board0", "@user0", "@workspace0", "@group0") }
)

/** The members of a workspace and the invitations to it, which have other ids than those of its boards. */
const OF_A_TEAM: Readonly<Record<string, string>> = { user: "teammate", invitation: "teamInvitation" }

const pathOf = (template: string): fc.Arbitrary<string> => {
  const segments = template.split("/").map((segment, at, all) => {
    if (!segment.startsWith(":")) return fc.constant(segment)
    const kind = (all[at - 1] ?? "")
      .replace(/ies$/, "y")
      .replace(/s$/, "")
      .replace("member", "user")
      .replace("time-entry", "timeEntry")
      .replace("calendar-link", "calendarLink")
      .replace(/^(user|invitation)$/, (each) => (all[2] === "workspaces" ? OF_A_TEAM[each] : each) ?? each)
    const usual = fc.nat({ max: 2 }).map((which) => `@${kind}${which}`)
    return fc.oneof(
      { weight: 12, arbitrary: fc.constant(`@${kind}0`) },
      { weight: 4, arbitrary: usual },
      { weight: 1, arbitrary: oddId }
    )
  })
  return fc.tuple(...segments).map((all) => all.join("/"))
}

const TRICKS: ReadonlyArray<(path: string) => string> = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace("/api/", "/api//"),
  (path) => path.replace("/api/", "/api/./"),
  (path) => path.replace("/api/", "/x/../api/"),
  (path) => path.replace("/api/", "/API/"),
  (path) => path.replace("/api/", "/%61pi/"),
  (path) => path.replace("/api/", "/api%2f"),
  (path) => path.replace("/api/", "\\api\\"),
  (path) => `${path};jsessionid=1`,
  (path) => `${path}.json`,
  (path) => `${path}%00`,
  (path) => `${path}%`,
  (path) => `${path}/../../health`,
  (path) => `http://other.example${path}`,
  (path) => `//other.example${path}`,
  (path) => `${path}#fragment`,
  () => "*",
  () => "http://"
]

type Parameter = readonly [name: string, value: string]

const ODD_VALUES = [
  ..."-1 0 1.5 1e3 0x10 NaN 01 +1 %2B1 99999999999999999999 9007199254740993 true null undefined % %zz %00 %ED%A0%80".split(
    " "
  ),
  ..."[] {} a&b @task0 @user0 %F0%9F%8C%B1 ' \" %25 a%20b a+b ==".split(" "),
  "x".repeat(5_000)
]

const oddParameters = (parameters: ReadonlyArray<string>): fc.Arbitrary<ReadonlyArray<Parameter>> => {
  const name = fc.constantFrom(...parameters, ...parameters, "", "__proto__", "page", "boardId[]", "x", "%70age")
  return fc.array(fc.tuple(name, fc.constantFrom("", ...ODD_VALUES)), { minLength: 1, maxLength: 3 })
}

const searchOf = ({ parameters, query }: Taken): fc.Arbitrary<string> => {
  const usual = query.map((given): ReadonlyArray<Parameter> =>
    Object.entries(given).map(([name, value]) => [
      name,
      /^@[a-zA-Z]+\d$/.test(value) ? value : encodeURIComponent(value)
    ])
  )
  const more = rare<ReadonlyArray<Parameter>>([], parameters.length > 0 ? 3 : 20, oddParameters(parameters))
  const fewer = rare<ReadonlyArray<string>>([], 8, fc.subarray([...parameters]))
  return fc.tuple(usual, more, fewer).map(([given, added, without]) => {
    const all = [...given.filter(([name]) => !without.includes(name)), ...added]
    return all.length === 0 ? "" : `?${all.map(([name, value]) => `${name}=${value}`).join("&")}`
  })
}

const TYPES = [
  ...["", "text/plain", "application/json; charset=utf-16", "application/json;charset=UTF-8", "APPLICATION/JSON"],
  ...["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json, text/plain"],
  ...["application/json;", "application/vnd.api+json", "application/json; charset=utf-8; x=y", "*/*", "a".repeat(3_000)]
]
const ODD_HEADERS: ReadonlyArray<Readonly<Record<string, string>>> = [
  { "content-encoding": "gzip" },
  { "content-encoding": "identity" },
  { expect: "100-continue" },
  { expect: "the best" },
  { accept: "text/html" },
  { origin: "null", "access-control-request-method": "DELETE" },
  { "x-http-method-override": "DELETE" },
  { "x-forwarded-for": "'; drop table" },
  { host: "" },
  { cookie: "a=b; token=x" },
  { "if-none-match": "*", range: "bytes=0-1" }
]

const headers = fc.tuple(
  rare<string>("application/json", 25, fc.constantFrom(...TYPES)),
  rare<Readonly<Record<string, string>>>({}, 25, fc.constantFrom(...ODD_HEADERS))
)

const HUGE = [`"${"x".repeat(1024 * 1024)}"`, `{"name":"${"é".repeat(600_000)}"}`, `[${"[],".repeat(300_000)}[]]`]

const bodyOf = (payload: fc.Arbitrary<unknown> | null): fc.Arbitrary<string | null> => {
  const none = rare<string | null>(null, 30, fc.constantFrom("", "{", "{}", "x".repeat(2_000)))
  if (payload === null) return none
  const mutations = rare<ReadonlyArray<Mutation>>([], 1, fc.array(mutation, { minLength: 1, maxLength: 3 }))
  const usual = fc.tuple(payload, mutations).map(([value, all]) => {
    let tree: ReturnType<typeof mutate> = treeOf(value)
    for (const each of all) tree = tree === null ? null : mutate(tree, each)
    return tree === null ? null : write(tree)
  })
  return fc.oneof({ weight: 1_000, arbitrary: usual }, { weight: 2, arbitrary: fc.constantFrom(...HUGE) })
}

const METHODS = ["GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "TRACE", "PROPFIND"]

const requestTo = (taken: Taken): fc.Arbitrary<FuzzedRequest> =>
  fc.record({
    endpoint: fc.constant(taken.name),
    by: fc.oneof(
      { weight: 12, arbitrary: fc.constant("owner" as const) },
      { weight: 8, arbitrary: fc.constantFrom(...SENDERS) }
    ),
    method: rare(taken.method, 60, fc.constantFrom(...METHODS)),
    path: fc
      .tuple(
        pathOf(taken.template),
        rare<(path: string) => string>((path) => path, 40, fc.constantFrom(...TRICKS)),
        searchOf(taken)
      )
      .map(([path, trick, search]) => trick(path) + search),
    headers: headers.map(([type, odd]) => ({ ...(type === "" ? {} : { "content-type": type }), ...odd })),
    body: bodyOf(taken.payload),
    encoding: rare<Encoding>("utf8", 30, fc.constantFrom(...ENCODINGS))
  })

// What ends a world is asked for seldom, since another one has to be made then.
const weightOf = ({ method, payload }: Taken): number => (method === "DELETE" ? 1 : payload === null ? 6 : 10)

/** Requests to every endpoint of the contract: as it says, and a little or a lot different. */
export const request: fc.Arbitrary<FuzzedRequest> = fc.oneof(
  ...TAKEN.map((taken) => ({ weight: weightOf(taken), arbitrary: requestTo(taken) }))
)
