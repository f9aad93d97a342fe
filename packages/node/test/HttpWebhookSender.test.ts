import type { LookupAddress } from "node:dns"
import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Ports } from "@boardwright/core"
import { HttpWebhookSender } from "@boardwright/node"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, TestClock } from "effect"
import { Webhook } from "standardwebhooks"
import { CERTIFICATE, receiver, socketReceiver } from "./webhookReceivers.js"

const SECRETS = [
  "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
  "whsec_AAKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
]
const BODY = JSON.stringify({ type: "task.updated", data: { name: "Säen 🌱" } })

const accepted = (status: number) => ({ failure: null, status, retryAfter: null })
const failed = (failure: Ports.WebhookFailure, status: number | null = null) => ({ failure, status, retryAfter: null })

const resolving =
  (...addresses: ReadonlyArray<string>): (() => Promise<ReadonlyArray<LookupAddress>>) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))

const LOCAL: HttpWebhookSender.Options = {
  allowedHosts: ["hooks.example"],
  resolve: resolving("127.0.0.1"),
  ca: CERTIFICATE
}

const senderOf = (options: HttpWebhookSender.Options) =>
  Effect.provide(Ports.WebhookSender, HttpWebhookSender.layer(options))
const send = (url: string, options: HttpWebhookSender.Options = LOCAL) =>
  Effect.flatMap(senderOf(options), (sender) => sender.send({ url, id: "17.hook-1", body: BODY, secrets: SECRETS }))

const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end("thanks")

describe("a message", () => {
  it.scoped("is posted with signatures that standardwebhooks verifies", () =>
    Effect.gen(function* () {
      const now = Date.now()
      yield* TestClock.setTime(now)
      const { port, received } = yield* receiver(answering(200), { tls: true })
      assert.deepStrictEqual(yield* send(`https://hooks.example:${port}/in?a=b%20c#d`), accepted(200))
      assert.lengthOf(received, 1)
      const { body, headers, method, url } = received[0] ?? assert.fail()
      assert.deepStrictEqual([method, url, body], ["POST", "/in?a=b%20c", BODY])
      for (const secret of SECRETS) assert.deepStrictEqual(new Webhook(secret).verify(body, headers), JSON.parse(BODY))
      const { connection, host, ...others } = headers
      assert.deepStrictEqual([connection, host], ["close", `hooks.example:${port}`])
      assert.deepInclude(others, {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(BODY)),
        "user-agent": "Boardwright",
        "webhook-id": "17.hook-1",
        "webhook-timestamp": String(Math.floor(now / 1000))
      })
    })
  )

  it.scoped("is posted by http to an allowed host, also to a literal address", () =>
    Effect.gen(function* () {
      const { port, received } = yield* receiver(answering(204))
      assert.deepStrictEqual(yield* send(`http://HOOKS.example.:${port}`), accepted(204))
      const literal = { allowedHosts: [`127.0.0.0/8:${port}`] }
      assert.deepStrictEqual(yield* send(`http://127.1:${port}/`, literal), accepted(204))
      assert.deepStrictEqual(
        received.map(({ headers: { host }, url }) => [host, url]),
        [
          [`hooks.example:${port}`, "/"],
          [`127.0.0.1:${port}`, "/"]
        ]
      )
    })
  )
})

describe("the result is the status", () => {
  it.scoped("200 to 299 is accepted, everything else is a failure", () =>
    Effect.gen(function* () {
      for (const status of [200, 201, 202, 204, 299]) {
        const { port } = yield* receiver(answering(status))
        assert.deepStrictEqual(yield* send(`http://hooks.example:${port}/`), accepted(status))
      }
      for (const status of [300, 304, 400, 401, 404, 410, 429, 500, 503, 599]) {
        const { port } = yield* receiver(answering(status))
        assert.deepStrictEqual(yield* send(`http://hooks.example:${port}/`), failed("status", status))
      }
    })
  )

  it.scoped("a redirect is not followed", () =>
    Effect.gen(function* () {
      const elsewhere = yield* receiver(answering(200))
      for (const status of [301, 302, 303, 307, 308]) {
        for (const location of [
          `http://127.0.0.1:${elsewhere.port}/`,
          `http://hooks.example:${elsewhere.port}/`,
          "/other",
          "file:///etc/passwd"
        ]) {
          const { port, received } = yield* receiver(answering(status, { location }))
          assert.deepStrictEqual(yield* send(`http://hooks.example:${port}/`), failed("status", status))
          assert.lengthOf(received, 1)
        }
      }
      assert.lengthOf(elsewhere.received, 0)
    })
  )

  it.scoped("Retry-After is read as seconds and as a date", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2030, 0, 1))
      const pauses = [
        ["120", 120_000],
        ["0", 0],
        ["Tue, 01 Jan 2030 00:10:00 GMT", 600_000],
        ["Mon, 31 Dec 2029 00:00:00 GMT", 0],
        ["soon", null]
      ] as const
      for (const [header, retryAfter] of pauses) {
        const { port } = yield* receiver(answering(429, { "retry-after": header }))
        const outcome = yield* send(`http://hooks.example:${port}/`)
        assert.deepStrictEqual(outcome, { failure: "status", status: 429, retryAfter }, header)
      }
    })
  )

  it.scoped("an informational answer is not one", () =>
    Effect.gen(function* () {
      const port = yield* socketReceiver((socket) => {
        socket.on("data", () => socket.end("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 Accepted\r\n\r\n"))
      })
      assert.deepStrictEqual(yield* send(`http://hooks.example:${port}/`), accepted(202))
    })
  )
})

describe("an answer is read in part", () => {
  it.scoped("not more than 4 kB and what came with it", () =>
    Effect.gen(function* () {
      let ended = () => {}
      const end = new Promise<number>((resolve) => {
        ended = () => resolve(written)
      })
      let written = 0
      const port = yield* socketReceiver((socket) => {
        socket.on("close", ended)
        socket.once("data", () => {
          socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n")
          const more = () => {
            while (!socket.destroyed && socket.write("x".repeat(65_536))) written += 65_536
          }
          socket.on("drain", more)
          more()
        })
      })
      assert.deepStrictEqual(yield* send(`http://hooks.example:${port}/`), accepted(200))
      // What the two ends of a connection buffer.
      assert.isBelow(yield* Effect.promise(() => end), 16 * 1024 * 1024)
    })
  )

  it.scoped("one that breaks off or ends early after its status is not a failure", () =>
    Effect.gen(function* () {
      const endings: ReadonlyArray<(socket: Socket) => void> = [
        (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nOK"),
        (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nOK", () => socket.resetAndDestroy()),
        (socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a chunk")
      ]
      for (const ending of endings) {
        const port = yield* socketReceiver((socket) => socket.once("data", () => ending(socket)))
        assert.deepStrictEqual(yield* send(`http://hooks.example:${port}/`), accepted(200))
      }
    })
  )
})

describe("no answer", () => {
  it.scoped("a connection that cannot be made, or ends, is a failed connection", () =>
    Effect.gen(function* () {
      const gone = yield* Effect.scoped(receiver(answering(200)))
      assert.deepStrictEqual(yield* send(`http://hooks.example:${gone.port}/`), failed("connection"))
      assert.deepStrictEqual(yield* send("http://hooks.example:0/"), failed("connection"))
      const endings: ReadonlyArray<(socket: Socket) => void> = [
        (socket) => socket.destroy(),
        (socket) => socket.resetAndDestroy(),
        (socket) => socket.once("data", () => socket.end()),
        (socket) => socket.once("data", () => socket.end("HTTP/1.1 200")),
        (socket) => socket.once("data", () => socket.end("220 mail.example ESMTP\r\n")),
        (socket) =>
          socket.once("data", () =>
            socket.end("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")
          ),
        // Over 16 KiB of headers.
        (socket) =>
          socket.once("data", () =>
            socket.end(`HTTP/1.1 200 OK\r\n${`X-Filler: ${"x".repeat(1000)}\r\n`.repeat(20)}\r\n`)
          )
      ]
      for (const ending of endings) {
        const port = yield* socketReceiver(ending)
        assert.deepStrictEqual(yield* send(`http://hooks.example:${port}/`), failed("connection"))
      }
    })
  )

  it.scoped("a certificate that does not verify, or no TLS, is a failed connection", () =>
    Effect.gen(function* () {
      const { port, received } = yield* receiver(answering(200), { tls: true })
      const another = { ...LOCAL, allowedHosts: ["other.example"] }
      assert.deepStrictEqual(yield* send(`https://other.example:${port}/`, another), failed("connection"))
      assert.deepStrictEqual(
        yield* send(`https://127.0.0.1:${port}/`, { ...LOCAL, allowedHosts: ["127.0.0.1"] }),
        failed("connection")
      )
      assert.deepStrictEqual(
        yield* send(`https://hooks.example:${port}/`, { ...LOCAL, ca: undefined }),
        failed("connection")
      )
      assert.deepStrictEqual(yield* send(`http://hooks.example:${port}/`), failed("connection"))
      const plain = yield* receiver(answering(200))
      assert.deepStrictEqual(yield* send(`https://hooks.example:${plain.port}/`), failed("connection"))
      assert.lengthOf([...received, ...plain.received], 0)
    })
  )

  /** Runs an attempt whose time ends once `reached` resolves. */
  const timedOut = (url: string, reached: Promise<unknown>, options?: HttpWebhookSender.Options) =>
    Effect.gen(function* () {
      const attempt = yield* Effect.fork(send(url, options))
      yield* Effect.promise(() => reached)
      yield* TestClock.adjust("14999 millis")
      assert.isNull(attempt.unsafePoll())
      yield* TestClock.adjust("1 millis")
      return yield* Fiber.join(attempt)
    })

  it.scoped("one that does not come within 15 seconds is a timeout, wherever it hangs", () =>
    Effect.gen(function* () {
      const hanging = yield* receiver(() => undefined)
      assert.deepStrictEqual(
        yield* timedOut(`http://hooks.example:${hanging.port}/`, hanging.arrival),
        failed("timeout")
      )

      for (const drip of [
        "",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\nX-Drip: a",
        "HTTP/1.1 103 Early Hints\r\n\r\n"
      ]) {
        let reach = () => {}
        const reached = new Promise<void>((resolve) => (reach = resolve))
        const port = yield* socketReceiver((socket) => socket.once("data", () => socket.write(drip, () => reach())))
        assert.deepStrictEqual(yield* timedOut(`http://hooks.example:${port}/`, reached), failed("timeout"))
      }
      // During the TLS handshake.
      let reach = () => {}
      const reached = new Promise<void>((resolve) => (reach = resolve))
      const port = yield* socketReceiver((socket) => socket.once("data", reach))
      assert.deepStrictEqual(yield* timedOut(`https://hooks.example:${port}/`, reached), failed("timeout"))
    })
  )

  it.scoped("a name server that does not answer is a timeout, and is no longer waited for", () =>
    Effect.gen(function* () {
      let reach = () => {}
      const reached = new Promise<void>((resolve) => (reach = resolve))
      const signals: Array<AbortSignal> = []
      const resolve: HttpWebhookSender.Options["resolve"] = (_, __, signal) => {
        signals.push(signal)
        reach()
        return new Promise(() => undefined)
      }
      assert.deepStrictEqual(yield* timedOut("https://hooks.example/", reached, { resolve }), failed("timeout"))
      assert.deepStrictEqual(
        signals.map(({ aborted }) => aborted),
        [true]
      )
    })
  )

  it.scoped("a body that does not end within 15 seconds does not undo its status", () =>
    Effect.gen(function* () {
      const dripping = yield* receiver((response) => void response.writeHead(200).write("."))
      assert.deepStrictEqual(yield* timedOut(`http://hooks.example:${dripping.port}/`, dripping.arrival), accepted(200))
    })
  )

  it.scoped("the connection ends with the attempt", () =>
    Effect.gen(function* () {
      let close = () => {}
      const closed = new Promise<void>((resolve) => (close = resolve))
      let reach = () => {}
      const reached = new Promise<void>((resolve) => (reach = resolve))
      const port = yield* socketReceiver((socket) => {
        socket.on("close", close)
        socket.once("data", reach)
      })
      yield* timedOut(`http://hooks.example:${port}/`, reached)
      yield* Effect.promise(() => closed)
    })
  )
})

describe("what may be a target", () => {
  const REFUSED: ReadonlyArray<readonly [string, string]> = [
    ...[
      "",
      "hooks.example",
      "https://",
      "https://a b/",
      "https://[::1",
      "https://[fe80::1%25lo]/",
      "https://[fe80::1%lo]/"
    ].map((url) => [url, "must be a URL"] as const),
    ...[
      "https://256.256.256.256/",
      "https://1.2.3.4.5/",
      "https://127.0.0.1%00.example/",
      "https://hooks.example:99999/"
    ].map((url) => [url, "must be a URL"] as const),
    ...[
      "https:\\\\127.0.0.1",
      "https://hooks.example\\@127.0.0.1/",
      "\thttps://127.0.0.1/",
      "ht\ntps://127.0.0.1/"
    ].map((url) => [url, "must be a URL"] as const),
    ...["https:127.0.0.1", "https:/127.0.0.1", "https:///127.0.0.1"].map(
      (url) => [url, "must begin with https://"] as const
    ),
    ...["http://hooks.example/", "HTTP://hooks.example/", "ftp://hooks.example/", "file:///etc/passwd", "data:,x"].map(
      (url) => [url, "must begin with https://"] as const
    ),
    ...["gopher://hooks.example/", "javascript:1", "ws://hooks.example/", "http://127.0.0.1/"].map(
      (url) => [url, "must begin with https://"] as const
    ),
    ...[
      "https://a@hooks.example/",
      "https://:b@hooks.example/",
      "https://hooks.example@127.0.0.1/",
      "https://a:b@[::1]/"
    ].map((url) => [url, "must not contain a user name or password"] as const)
  ]
  it.effect.each(REFUSED)("'%s' %s", ([url, problem]) =>
    Effect.gen(function* () {
      const sender = yield* senderOf({ resolve: () => assert.fail("resolved") })
      assert.strictEqual(sender.problemOf(url), problem)
      assert.deepStrictEqual(yield* send(url, { resolve: () => assert.fail("resolved") }), failed("address"))
    })
  )

  const PRIVATE = [
    ...[
      "127.0.0.1",
      "127.1",
      "127.0.1",
      "2130706433",
      "017700000001",
      "0177.0.0.1",
      "0x7f.0.0.1",
      "0x7f000001",
      "0X7F.1"
    ],
    ...[
      "127.0.0.1.",
      "127.000.000.001",
      "１２７.０.０.１",
      "127。0。0。1",
      "127．0．0．1",
      "127｡0｡0｡1",
      "①②⑦.⓪.⓪.①",
      "%31%32%37.0.0.1"
    ],
    ...[
      "%31%32%37%2e0%2E0.1",
      "0",
      "0.0.0.0",
      "0x0",
      "10.1.2.3",
      "167838211",
      "172.16.0.1",
      "192.168.1.1",
      "169.254.169.254"
    ],
    ...[
      "0xA9FEA9FE",
      "2852039166",
      "100.64.0.1",
      "198.18.0.1",
      "224.0.0.1",
      "255.255.255.255",
      "4294967295",
      "192.0.2.1"
    ],
    ...[
      "[::]",
      "[::1]",
      "[0:0:0:0:0:0:0:1]",
      "[0000::0001]",
      "[::ffff:127.0.0.1]",
      "[::FFFF:7F00:1]",
      "[::ffff:a9fe:a9fe]"
    ],
    ...[
      "[::127.0.0.1]",
      "[::ffff:0:127.0.0.1]",
      "[64:ff9b::127.0.0.1]",
      "[64:ff9b:1::10.0.0.1]",
      "[2002:7f00:1::]",
      "[2001::1]"
    ],
    ...["[fe80::1]", "[fec0::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]", "[2001:db8::1]", "[100::1]"],
    ...["localhost", "LOCALHOST", "localhost.", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "loc%61lhost", "a.localhost", "A.LocalHost.", "ｌocalhost"]
  ]
  it.effect.each(PRIVATE)("%s is a private address", (host) =>
    Effect.gen(function* () {
      const options = { resolve: () => assert.fail("resolved") }
      const sender = yield* senderOf(options)
      for (const url of [`https://${host}/`, `https://${host}:8443/in`, `HTTPS://${host}?#`]) {
        assert.strictEqual(sender.problemOf(url), "must not be a private address", url)
        assert.deepStrictEqual(yield* send(url, options), failed("address"))
      }
    })
  )

  it.effect("others are possible, and allowed ones without https", () =>
    Effect.gen(function* () {
      const sender = yield* senderOf({ allowedHosts: ["localhost:9000", "10.0.0.0/8", "fd00::/8", "hooks.internal"] })
      const possible = [
        ...[
          "https://hooks.example",
          "https://hooks.example:8443/in?secret=1",
          "https://1.1.1.1/",
          "https://[2606:4700::1111]/"
        ],
        ...[
          "https://bücher.example/",
          "https://xn--bcher-kva.example/",
          "https://hooks/",
          "https://localhost.example/"
        ],
        ...[
          "http://localhost:9000/",
          "http://LOCALHOST.:9000",
          "https://localhost:9000",
          "http://10.1/",
          "http://[fd00::1]:1/"
        ],
        ...["http://hooks.internal", "http://Hooks.Internal.:8080/"]
      ]
      for (const url of possible) assert.isNull(sender.problemOf(url), url)
      const impossible = [
        "http://localhost/",
        "https://localhost:9001/",
        "http://a.localhost:9000/",
        "http://11.0.0.1/"
      ]
      for (const url of [
        ...impossible,
        "http://a.hooks.internal/",
        "https://[::ffff:10.0.0.1]/",
        "https://user@hooks.internal/"
      ]) {
        assert.isString(sender.problemOf(url), url)
      }
    })
  )

  it.effect("does not start with an allowed host that is none", () =>
    Effect.gen(function* () {
      for (const allowedHosts of [[""], ["https://hooks.example"], ["10.0.0.0/8", "10.0.0.0/40"]]) {
        const exit = yield* Effect.exit(senderOf({ allowedHosts }))
        assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      }
    })
  )
})

describe("a name", () => {
  it.effect("with a private address among its addresses is refused, like an unknown one", () =>
    Effect.gen(function* () {
      for (const addresses of [
        [],
        ["127.0.0.1"],
        ["1.1.1.1", "10.0.0.1"],
        ["::1", "1.1.1.1"],
        ["2606:4700::1111", "::ffff:10.0.0.1"],
        ["fe80::1%lo"],
        ["1.1.1.1", "not an address"]
      ]) {
        const outcome = yield* send("https://hooks.example/", { resolve: resolving(...addresses) })
        assert.deepStrictEqual(outcome, failed("address"), addresses.join())
      }
    })
  )

  it.scoped("is resolved once in each attempt, and only what was checked is connected to", () =>
    Effect.gen(function* () {
      const outside = yield* receiver(answering(200), { tls: true })
      const inside = yield* receiver(answering(200), { tls: true, address: "127.0.0.2" })
      const answers = ["127.0.0.1", "127.0.0.2", "127.0.0.1"]
      const asked: Array<readonly [string, boolean]> = []
      const options: HttpWebhookSender.Options = {
        // Stands for an address on the Internet.
        allowedHosts: ["127.0.0.1"],
        ca: CERTIFICATE,
        resolve: async (host, isAllowed) => {
          asked.push([host, isAllowed])
          return [{ address: answers[asked.length - 1] ?? "127.0.0.2", family: 4 }]
        }
      }
      const sender = yield* senderOf(options)
      const attempt = (port: number) =>
        sender.send({ url: `https://hooks.example:${port}/`, id: "17.hook-1", body: BODY, secrets: SECRETS })
      assert.deepStrictEqual(yield* attempt(outside.port), accepted(200))
      assert.deepStrictEqual(yield* attempt(inside.port), failed("address"))
      assert.deepStrictEqual(yield* attempt(outside.port), accepted(200))
      assert.deepStrictEqual(
        asked,
        Array.from({ length: 3 }, () => ["hooks.example", false] as const)
      )
      assert.deepStrictEqual([outside.received.length, inside.received.length], [2, 0])
    })
  )

  it.scoped("of several addresses the first that answers is used", () =>
    Effect.gen(function* () {
      const { port, received } = yield* receiver(answering(200), { tls: true })
      const resolve = resolving("127.0.0.3", "127.0.0.1")
      assert.deepStrictEqual(yield* send(`https://hooks.example:${port}/`, { ...LOCAL, resolve }), accepted(200))
      assert.lengthOf(received, 1)
    })
  )

  it.scoped("is reached directly, whatever proxy and TLS settings the environment has", () =>
    Effect.gen(function* () {
      const proxy = yield* receiver(answering(200))
      const names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"]
      const settings = {
        ...Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${proxy.port}`])),
        NODE_USE_ENV_PROXY: "1",
        NODE_TLS_REJECT_UNAUTHORIZED: "0"
      }
      const before = { ...process.env }
      yield* Effect.addFinalizer(() => Effect.sync(() => (process.env = before)))
      process.env = { ...before, ...settings }
      const { port } = yield* receiver(answering(200), { tls: true })
      assert.deepStrictEqual(yield* send(`https://hooks.example:${port}/`), accepted(200))
      assert.deepStrictEqual(
        yield* send(`https://hooks.example:${port}/`, { ...LOCAL, ca: undefined }),
        failed("connection")
      )
      assert.lengthOf(proxy.received, 0)
    })
  )
})
