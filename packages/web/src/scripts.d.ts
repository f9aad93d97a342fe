/** The scripts of the pages: each module of `browser/` that a page loads, bundled and minified by `bundle.mjs`. */
export const early: string
export const emailLink: string
export const home: string
export const mailList: string
export const mailMessage: string
export const mailRequest: string
export const reference: string
export const resetPassword: string
export const signin: string
export const signup: string
