// Builds the storage on DATABASE_URL twice, prints "ready", and exits when its input ends.
import { layer } from "@boardwright/postgres"
import { Effect, Layer } from "effect"

const url = process.env["DATABASE_URL"] ?? ""
const ended = new Promise((resolve) => process.stdin.once("end", resolve).resume())
const build = Effect.scoped(
  Effect.gen(function* () {
    yield* Effect.all([Layer.build(layer({ url })), Layer.build(Layer.fresh(layer({ url })))], { concurrency: 2 })
    process.stdout.write("ready\n")
    yield* Effect.promise(() => ended)
  })
)
await Effect.runPromise(build)
