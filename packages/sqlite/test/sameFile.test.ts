import { copyFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import type { Ports } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { sameFile } from "../src/sameFile.js"
import { newFile } from "./storage.js"

/** Creates the files of a database and the check of the open one. */
const opened = (use: (filename: string, check: () => Either.Either<void, Ports.StorageUnavailable>) => void) =>
  Effect.map(newFile, (filename) => {
    for (const ending of ["", "-wal"]) writeFileSync(filename + ending, "what is stored")
    const isSameFile = sameFile(filename)
    use(filename, () => Effect.runSync(Effect.either(isSameFile)))
  })

const reasonOf = (result: Either.Either<void, Ports.StorageUnavailable>): string =>
  Either.isLeft(result) ? String(result.left.cause) : "it is the same"

describe("sameFile", () => {
  it.scoped("succeeds while the files are those that were opened", () =>
    opened((_, check) => {
      for (let at = 0; at < 3; at += 1) assert.isTrue(Either.isRight(check()))
    })
  )

  for (const ending of ["", "-wal"])
    it.scoped(`fails at once and always when boardwright.db${ending} is deleted or moved`, () =>
      opened((filename, check) => {
        assert.isTrue(Either.isRight(check()))
        renameSync(filename + ending, `${filename}${ending}.moved`)
        for (let at = 0; at < 3; at += 1) assert.include(reasonOf(check()), `boardwright.db${ending} was moved`)
        renameSync(`${filename}${ending}.moved`, filename + ending)
        assert.isTrue(Either.isRight(check()))
        rmSync(filename + ending)
        assert.include(reasonOf(check()), "deleted")
      })
    )

  it.scoped("fails soon and always when another file replaces the one that was opened", () =>
    opened((filename, check) => {
      assert.isTrue(Either.isRight(check()))
      copyFileSync(filename, `${filename}.restored`)
      renameSync(`${filename}.restored`, filename)
      const deadline = performance.now() + 5_000
      while (Either.isRight(check())) assert.isBelow(performance.now(), deadline)
      for (let at = 0; at < 3; at += 1) assert.include(reasonOf(check()), "replaced")
    })
  )
})
