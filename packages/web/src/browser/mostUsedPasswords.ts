/** The passwords, a line each; `bundle.mjs` defines it. */
declare const MOST_USED_PASSWORDS: string

const passwords = new Set(MOST_USED_PASSWORDS.split("\n"))

/** Whether a password is among the 10,000 most used ones, whatever its case. */
export const isMostUsed = (password: string): boolean => passwords.has(password.toLowerCase())
