import { afterAll, expect, it } from "vitest"
import { Inbox } from "../support/inbox.js"
import { post } from "../support/standalone.js"
import { assertProperFailures, Load, print } from "./Load.js"
import { twoInstances } from "./twoInstances.js"

const inbox = new Inbox()
await inbox.up()
afterAll(() => inbox.down())
const world = twoInstances(inbox)

const SIGN_UPS = 12
const MAILS_WITHIN_MILLIS = 75_000

it("killing one of two instances under writes loses nothing; the other continues, and all emails are sent", async () => {
  const [first, second] = world().instances
  const load = new Load(world())
  const signedUp: Array<string> = []
  const signUps = Array.from({ length: SIGN_UPS }, async (_, index) => {
    const email = `person-${index}@example.com`
    const account = { name: "Person", email, password: "a long password" }
    const answer = await post(index % 2 === 0 ? first : second, "/api/auth/signup", account).catch(() => null)
    if (answer === null) return
    expect(answer.status).toBe(201)
    signedUp.push(email)
  })
  await Promise.race(signUps)
  await load.more(50, [201], 0)
  first.process.kill("SIGKILL")
  expect(await first.ended).toBe("SIGKILL")
  const started = performance.now()

  await Promise.all(signUps)
  await load.more(200, [201], 1)
  await load.stop()
  const ofSecond = load.outcomes.filter(({ instance }) => instance === 1)
  assertProperFailures(ofSecond)
  expect(ofSecond.filter(({ status }) => status !== 201)).toEqual([])
  await load.assertNothingLost(second)

  expect(signedUp.length).toBeGreaterThanOrEqual(SIGN_UPS / 2)
  // The other instance sends the emails that the killed one had claimed, once their leases expire.
  for (const email of signedUp) await inbox.nextTo(email, 1, MAILS_WITHIN_MILLIS)
  print(`${signedUp.length} sign-ups, the last mail ${Math.round(performance.now() - started)} ms after the kill`)
})
