import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { print } from "../../faults/Load.js"
import { RawConnection, type RawResponse, requestText } from "../../support/rawConnection.js"
import { linkIn, type Standalone, standaloneServers, UNLIMITED } from "../../support/standalone.js"
import { MailTrap } from "./MailTrap.js"

const servers = standaloneServers()
const VERIFIED = "/signin?verified=true&message=Your+email+address+is+verified.+You+can+sign+in+now."
const EVIL = "evil.example"

/** Headers by which a request may say where it thinks that the server is. */
const POISONS: ReadonlyArray<Readonly<Record<string, string>>> = [
  { Host: EVIL },
  { Host: `${EVIL}:443` },
  { Host: `localhost@${EVIL}` },
  { Host: `localhost.${EVIL}/x?` },
  ...["Host", "Server", "Proto", "Port", "Prefix", "Path", "Uri", "Scheme", "Ssl"].map((name) => ({
    [`X-Forwarded-${name}`]: name === "Port" ? "1" : EVIL
  })),
  { "X-Forwarded-For": EVIL, "X-Forwarded-Host": EVIL, "X-Forwarded-Proto": "javascript" },
  { "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": `${EVIL}, ${EVIL}` },
  { Forwarded: `for=203.0.113.9;host=${EVIL};proto=javascript` },
  ...["X-Host", "X-Original-Host", "X-HTTP-Host-Override", "X-Original-URL", "X-Rewrite-URL", "X-Base-Url"].map(
    (name) => ({ [name]: `https://${EVIL}/` })
  ),
  { Origin: `https://${EVIL}` },
  { Referer: `https://${EVIL}/page` },
  { Via: `1.1 ${EVIL}`, "CF-Connecting-IP": EVIL, "True-Client-IP": EVIL }
]

const ask = async (server: Standalone, line: string, headers: Readonly<Record<string, string>>, body?: unknown) => {
  const connection = new RawConnection(server.url)
  const json = body === undefined ? {} : { "Content-Type": "application/json" }
  const text = requestText(line, { ...json, ...headers }, body === undefined ? "" : JSON.stringify(body))
  const response = await connection.request(text)
  connection.cut()
  return response
}
const isClean = ({ body, headers }: RawResponse): boolean => !(JSON.stringify([...headers]) + body).includes("evil")

const PLACES = [
  ["its own address", {}],
  ["BASE_URL and APP_URL", { BASE_URL: "https://boards.example.com/base", APP_URL: "https://app.example.com/boards" }]
] as const

describe.each(["0", "1"])("with TRUST_PROXY %s", (TRUST_PROXY) => {
  describe.each(PLACES)("and %s", (_, addresses) => {
    const trap = new MailTrap()
    let server: Standalone
    beforeAll(async () => {
      await trap.open()
      const name = `${TRUST_PROXY}-${Object.keys(addresses).length}`
      server = await servers.start(name, { ...UNLIMITED, ...addresses, TRUST_PROXY, SMTP_URL: trap.url })
    })
    afterAll(() => trap.close())

    it("links and redirects lead there, whatever a request says that the server is", async () => {
      const [base, app] = "BASE_URL" in addresses ? [addresses.BASE_URL, addresses.APP_URL] : [server.url, server.url]
      const all: Readonly<Record<string, string>> = Object.assign({}, ...POISONS)
      const email = "ada@example.com"
      const person = { name: "Ada", email, password: "password of ada" }
      const signedUp = await ask(server, "POST /api/auth/signup", all, person)
      expect(signedUp.status).toBe(201)
      const lines = ["/api/auth/forgot-password", "/api/auth/resend-verification"].flatMap((path) => [
        ...POISONS.map((headers) => [`POST ${path}`, headers] as const),
        [`POST ${path}?host=${EVIL}&redirect=https://${EVIL}&url=//${EVIL}`, all] as const,
        [`POST http://${EVIL}${path}`, { Host: EVIL }] as const
      ])
      const body = { email, host: EVIL, redirectUrl: `https://${EVIL}`, callbackURL: `//${EVIL}`, appUrl: EVIL }
      const answers = await Promise.all(lines.map(([line, headers]) => ask(server, line, headers, body)))
      const taken = answers.filter(({ status }) => status === 200).length
      for (const [at, answer] of answers.entries()) {
        expect({ line: lines[at], clean: isClean(answer) }).toEqual({ line: lines[at], clean: true })
      }

      const mails = await trap.total(taken + 1)
      const links = mails.map(({ mail }) => linkIn(mail.text ?? ""))
      const expected = [`${base}/api/auth/verify-email`, `${app}/reset-password`]
      for (const [at, { mail, raw }] of mails.entries()) {
        expect(expected).toContain(links[at]?.replace(/\?token=[0-9a-f]{64}$/, ""))
        expect(mail.html).toContain(`href="${links[at]}"`)
        expect(raw).not.toContain("evil")
      }

      const front = "APP_URL" in addresses ? addresses.APP_URL : ""
      const token = new URL(links.find((link) => link.includes("verify-email")) ?? "").searchParams.get("token")
      for (const [query, target] of [
        [`token=x&redirect=https://${EVIL}&next=//${EVIL}&app=${EVIL}`, `${front}/verify-error?error=invalid_token`],
        [`token=${token}&message=evil`, `${front}${VERIFIED}`]
      ] as const) {
        for (const headers of [...POISONS, all]) {
          const answer = await ask(server, `GET /api/auth/verify-email?${query}`, headers)
          expect({ status: answer.status, location: answer.headers.get("location") }).toEqual({
            status: 302,
            location: target
          })
          expect(isClean(answer)).toBe(true)
        }
      }
      print(`${lines.length} requests that name ${EVIL}: ${taken} taken, ${mails.length} mails, none leads there`)
    })
  })
})
