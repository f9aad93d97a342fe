/** The text that was escaped for HTML. */
export const unescaped = (html: string): string =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")

/** The tags of HTML, in order. */
export const tagsIn = (html: string): ReadonlyArray<string> => html.match(/<[^>]*>/g) ?? []

/** The lines of a text, by every character that a program may take for the end of one. */
export const linesIn = (text: string): ReadonlyArray<string> => text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
