/** 1 to 63 letters, digits, `_` and `-`: nothing that PostgreSQL would cut off, and nothing that looks like a parameter. */
const NAME = /^[\w-]{1,63}$/

/** A schema's name as an identifier, its case kept. Throws a TypeError where we take no such name. */
export const quoted = (schema: string): string => {
  if (NAME.test(schema)) return `"${schema}"`
  throw new TypeError(`a schema's name has 1 to 63 letters, digits, "_" and "-": ${JSON.stringify(schema)} has not`)
}

/**
 * Names the schema before each of our tables in a statement, so that the session's `search_path`, which may be a host's,
 * does not matter and stays as it is. Without a schema the statement is left alone.
 */
export const inSchema = (schema: string | undefined): ((text: string) => string) => {
  if (schema === undefined) return (text) => text
  const prefix = quoted(schema)
  return (text) => text.replace(/\bboardwright_\w+/g, (table) => `${prefix}.${table}`)
}
