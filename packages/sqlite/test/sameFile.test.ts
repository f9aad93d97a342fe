import { copyFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import type { Ports } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { sameFile } from "../src/sameFile.js"
import { newFile } from "./storage.js"

/** Files as a database has them, and the check of the one that is open. */
const opened = (use: (filename: string, look: () => Either.Either<void, Ports.StorageUnavailable>) => void) =>
  Effect.map(newFile, (filename) => {
    for (const ending of ["", "-wal"]) writeFileSync(filename + ending, "what is stored")
    const check = sameFile(filename)
    use(filename, () => Effect.runSync(Effect.either(check)))
  })

const reasonOf = (looked: Either.Either<void, Ports.StorageUnavailable>): string =>
  Either.isLeft(looked) ? String(looked.left.cause) : "it is the same"

describe("sameFile", () => {
  it.scoped("passes while the files are those that were opened", () =>
    opened((_, look) => {
      for (let at = 0; at < 3; at += 1) assert.isTrue(Either.isRight(look()))
    })
  )

  for (const ending of ["", "-wal"])
    it.scoped(`fails at once when boardwright.db${ending} is deleted or moved, and each time`, () =>
      opened((filename, look) => {
        assert.isTrue(Either.isRight(look()))
        renameSync(filename + ending, `${filename}${ending}.moved`)
        for (let at = 0; at < 3; at += 1) assert.include(reasonOf(look()), `boardwright.db${ending} was moved`)
        renameSync(`${filename}${ending}.moved`, filename + ending)
        assert.isTrue(Either.isRight(look()))
        rmSync(filename + ending)
        assert.include(reasonOf(look()), "deleted")
      })
    )

  it.scoped("fails within a moment when another file takes the place of the one that was opened, and each time", () =>
    opened((filename, look) => {
      assert.isTrue(Either.isRight(look()))
      copyFileSync(filename, `${filename}.restored`)
      renameSync(`${filename}.restored`, filename)
      const deadline = performance.now() + 5_000
      while (Either.isRight(look())) assert.isBelow(performance.now(), deadline)
      for (let at = 0; at < 3; at += 1) assert.include(reasonOf(look()), "replaced")
    })
  )
})
