import { randomBytes } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Webhook } from "standardwebhooks"
import { signMessage } from "../src/signMessage.js"

const secretOf = (bytes: Uint8Array): string => `whsec_${Buffer.from(bytes).toString("base64")}`
const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(secretOf)
const body = fc.oneof(
  fc.json(),
  fc.string({ unit: "binary", minLength: 1 }).map((text) => JSON.stringify({ text }))
)
const message = fc.record({ id: fc.stringMatching(/^[\w-]{1,40}\.[\w-]{1,40}$/), body })

const nowInSeconds = () => Math.floor(Date.now() / 1000)

describe("signMessage", () => {
  it("is the example of the specification", () => {
    const signed = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
    assert.deepStrictEqual(signMessage(signed, ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]), {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    })
  })

  it("standardwebhooks verifies what was signed, with each of the secrets", () => {
    fc.assert(
      fc.property(message, fc.array(secret, { minLength: 1, maxLength: 2 }), ({ body, id }, secrets) => {
        const headers = signMessage({ id, timestamp: nowInSeconds(), body }, secrets)
        for (const each of secrets) assert.deepStrictEqual(new Webhook(each).verify(body, headers), JSON.parse(body))
      })
    )
  })

  it("standardwebhooks refuses another secret, and another id, time or body", () => {
    fc.assert(
      fc.property(message, secret, ({ body, id }, each) => {
        const timestamp = nowInSeconds()
        const headers = signMessage({ id, timestamp, body }, [each])
        const refuses = (changed: Readonly<Record<string, string>>, text = body, other = each) =>
          assert.throws(
            () => new Webhook(other).verify(text, { ...headers, ...changed }),
            "No matching signature found"
          )
        refuses({}, body, secretOf(randomBytes(32)))
        refuses({ "webhook-id": `${id}x` })
        refuses({ "webhook-timestamp": String(timestamp + 1) })
        refuses({}, `${body} `)
      })
    )
  })
})
