import type { Pack } from "./install.js"

/** Asserts that it runs on vitest. */
const ON_VITEST = "@boardwright/testing/contract"

/** Everything that can be imported from a package anywhere: `@boardwright/core`, `@boardwright/core/task` ... */
export const specifiersOf = ({ manifest, name }: Pack): ReadonlyArray<string> =>
  Object.keys(manifest.exports ?? {})
    .map((entry) => name + entry.slice(1))
    .filter((specifier) => specifier !== ON_VITEST)
