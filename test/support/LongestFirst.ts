import { BaseSequencer, type TestSpecification } from "vitest/node"
import { LONGEST } from "./suites.js"

const place = ({ moduleId }: TestSpecification): number => {
  const found = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
  return found === -1 ? LONGEST.length : found
}

/** Starts the longest files first, so that none of them runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is not an array's, and returns a copy
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}
