/** W3C Trace Context, level 1, section 3.3.1. */
const MOST_MEMBERS = 32
const LONGEST = 512
/** Members above this length are dropped first. */
const LONG_MEMBER = 128
const MEMBER =
  /^(?:[a-z][a-z0-9_\-*/]{0,255}|[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/

/**
 * The members of a `tracestate`, at most 32 and 512 characters of them: of a longer one the long members and then the last
 * ones are dropped. The empty text if a member is malformed or there are more.
 */
export const readTracestate = (text: string): string => {
  const members = text
    .split(",", 2 * LONGEST)
    .map((member) => member.trim())
    .filter((member) => member !== "")
  if (members.length > MOST_MEMBERS || !members.every((member) => MEMBER.test(member))) return ""
  while (members.join(",").length > LONGEST) {
    const long = members.findIndex(({ length }) => length > LONG_MEMBER)
    members.splice(long === -1 ? members.length - 1 : long, 1)
  }
  return members.join(",")
}
