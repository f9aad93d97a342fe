/** The names of the app's files: the two that its page loads, and all. Written by `bundle.mjs`. */
export const script: string
export const stylesheet: string
export const all: ReadonlyArray<string>
