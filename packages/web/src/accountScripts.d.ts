/** The scripts of the pages of an account, larger than the others; bundled and minified by `bundle.mjs`. */
export const activity: string
export const board: string
export const importSheet: string
export const overview: string
export const trash: string
export const webhooks: string
