/** The names of the app's files: those that its page loads, and all. Written by `bundle.mjs`. */
export const script: string
/** What the script imports at once. */
export const preloaded: ReadonlyArray<string>
export const stylesheet: string
export const all: ReadonlyArray<string>
