/** The innermost cause's code and message, such as ECONNREFUSED. */
export const reasonOf = (cause: unknown): string => {
  let inner = cause
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause
  // Several addresses were tried.
  if (inner instanceof AggregateError) inner = inner.errors[0] ?? inner
  if (!(inner instanceof Error)) return String(inner)
  const code = "code" in inner && typeof inner.code === "string" ? inner.code : ""
  return code === "" || inner.message.includes(code) ? inner.message : `${inner.message} (${code})`
}
