import { rmSync } from "node:fs"
import { Access, Account, Values } from "@boardwright/core"
import { Effect, Either, Option } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { temporaryDirectory } from "../../../test/support/childServer.js"
import { UsageError } from "../src/terminal/failures.js"
import { refusedAs, withApp, withNewApp } from "../src/terminal/withApp.js"

const directory = temporaryDirectory()
beforeAll(() => {
  vi.stubEnv("DATA_DIR", directory)
  // Vitest has one of its own.
  vi.stubEnv("BASE_URL", "")
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})

const account = { name: "Jo", email: "jo@example.com", password: "correct horse" }

describe("the actor of a command", () => {
  it("is the operator, or the user of --as", async () => {
    expect(await Effect.runPromise(withNewApp(Access.CurrentActor))).toEqual({ _tag: "Operator" })
    await Effect.runPromise(withApp(Account.signUp(account)))
    const acting = await Effect.runPromise(withApp(Access.actingUser, "JO@example.com"))
    const user = await Effect.runPromise(
      withApp(Effect.flatMap(Account.UserDirectory, ({ findByEmail }) => findByEmail(account.email)))
    )
    expect(acting).toBe(Option.getOrThrow(user).id)
  })

  it("must exist", async () => {
    const result = await Effect.runPromise(Effect.either(withApp(Access.CurrentActor, "nobody@example.com")))
    expect(Either.getOrThrow(Either.flip(result))).toMatchObject({
      _tag: "NoSuchThing",
      message: "--as: no user has the address nobody@example.com"
    })
  })
})

describe("an invalid input", () => {
  const refuse = (...fields: ReadonlyArray<string>) => {
    const issues = fields.map((field) => ({ path: [field], message: "is too long" }))
    const refusal = Effect.fail(new Values.InvalidInput({ issues }))
    return Effect.runSync(Effect.flip(refusal.pipe(refusedAs({ email: "--email", name: "NAME" }))))
  }

  it("is reported with the options that it came from", () => {
    expect(refuse("email", "name")).toEqual(new UsageError({ message: "--email is too long; NAME is too long" }))
  })

  it("is unchanged if some of it came from elsewhere", () => {
    expect(refuse("email", "rows")._tag).toBe("InvalidInput")
  })
})
