import { createServer, type RequestListener } from "node:http"
import { text } from "node:stream/consumers"
import { inspect } from "node:util"
import { Ports } from "@boardwright/core"
import { SiteverifyCaptcha } from "@boardwright/node"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Redacted, TestClock } from "effect"

const SECRET = "sitesecret+/="

const webServer = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer(listener)
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}/siteverify`, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
const answering = (status: number, body: string, headers: Record<string, string> = {}) =>
  webServer((_, response) => response.writeHead(status, headers).end(body))
const captcha = (url: string) => SiteverifyCaptcha.layer({ url, secret: Redacted.make(SECRET) })
const verify = (url: string, token: string | undefined = "token") =>
  Effect.provide(
    Effect.flatMap(Ports.CaptchaVerifier, (port) => port.verify(token)),
    captcha(url)
  )

describe("SiteverifyCaptcha", () => {
  it.scoped("sends a form with the secret and the token", () =>
    Effect.gen(function* () {
      const asked: Array<unknown> = []
      const { url } = yield* webServer(async (request, response) => {
        const form = Object.fromEntries(new URLSearchParams(await text(request)))
        asked.push([request.method, request.url, request.headers["content-type"], form])
        response.end(JSON.stringify({ success: true, hostname: "boards.example", "error-codes": [] }))
      })
      assert.isTrue(yield* verify(url, "tok&en=é"))
      const type = "application/x-www-form-urlencoded;charset=UTF-8"
      assert.deepStrictEqual(asked, [["POST", "/siteverify", type, { secret: SECRET, response: "tok&en=é" }]])
    })
  )

  it.scoped("is false when the service says so", () =>
    Effect.gen(function* () {
      const answers = [{ success: false }, { success: false, "error-codes": ["timeout-or-duplicate"] }]
      for (const answer of answers) {
        for (const status of [200, 400]) {
          const { url } = yield* answering(status, JSON.stringify(answer))
          assert.isFalse(yield* verify(url))
        }
      }
    })
  )

  it.scoped("a missing or impossible token is false without a request", () =>
    Effect.gen(function* () {
      let asked = 0
      const { url } = yield* webServer((_, response) => {
        asked += 1
        response.end('{"success":true}')
      })
      for (const token of ["", "  ", "x".repeat(20_000)]) assert.isFalse(yield* verify(url, token))
      const port = yield* Effect.provide(Ports.CaptchaVerifier, captcha(url))
      assert.isFalse(yield* port.verify(undefined))
      assert.strictEqual(asked, 0)
    })
  )

  it.scoped("another response, or a rejected secret, is unavailable and reveals no secret", () =>
    Effect.gen(function* () {
      const elsewhere = yield* answering(200, '{"success":true}')
      const servers = [
        answering(200, "<html>"),
        answering(200, '"yes"'),
        answering(200, '{"success":"true"}'),
        answering(200, "{}"),
        answering(503, '{"success":true}'),
        answering(500, ""),
        answering(307, "", { location: elsewhere.url }),
        answering(200, '{"success":false,"error-codes":["invalid-input-secret"]}'),
        answering(200, '{"success":false,"error-codes":["internal-error"]}'),
        webServer((request) => void request.socket.destroy())
      ]
      for (const server of servers) {
        const { url } = yield* server
        const failure = yield* Effect.flip(verify(url))
        assert.instanceOf(failure, Ports.CaptchaUnavailable)
        assert.notInclude(inspect(failure, { depth: 9, showHidden: true }), SECRET)
      }
      const gone = yield* Effect.scoped(answering(200, ""))
      assert.instanceOf(yield* Effect.flip(verify(gone.url)), Ports.CaptchaUnavailable)
    })
  )

  it.scoped("a service that does not respond within 5 seconds is unavailable", () =>
    Effect.gen(function* () {
      let asked = () => {}
      const question = new Promise<void>((resolve) => (asked = resolve))
      const { url } = yield* webServer(() => asked())
      const waiting = yield* Effect.fork(Effect.flip(verify(url)))
      yield* Effect.promise(() => question)
      yield* TestClock.adjust("4999 millis")
      assert.isNull(waiting.unsafePoll())
      yield* TestClock.adjust("1 millis")
      assert.instanceOf(yield* Fiber.join(waiting), Ports.CaptchaUnavailable)
    })
  )

  it.effect("does not start with an unusable URL", () =>
    Effect.gen(function* () {
      for (const url of ["", "captcha.example", "file:///etc/passwd", "https://user:hidden@captcha.example"]) {
        const exit = yield* Effect.exit(Effect.provide(Ports.CaptchaVerifier, captcha(url)))
        assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
        assert.notInclude(String(exit), "hidden")
      }
    })
  )
})
