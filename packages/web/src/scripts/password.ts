/** `checkPassword(password)`: the rule that an input element cannot check, as errors for `onSubmit`. */
export const passwordScript = `
const checkPassword = (password) =>
  new TextEncoder().encode(password).length > 72 ? [["password", "is longer than 72 bytes"]] : []
`
