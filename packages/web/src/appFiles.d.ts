/** The files of the app by name; each name has a hash of the content. Bundled by `bundle.mjs`. */
export const files: Readonly<Record<string, string>>
