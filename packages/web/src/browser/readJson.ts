import { archiveRule, FileRefused, jsonSource, type Source, type TextFile } from "@boardwright/spreadsheet"

/** The rows of a JSON text. Throws `FileRefused`, also for a board that was exported here, which is no sheet. */
export const readJson = async (text: TextFile, format: "json" | "ndjson"): Promise<Source> => {
  const rule = archiveRule(text.sample)
  if (rule !== null) throw new FileRefused(text.file.name, rule)
  return jsonSource(text, format)
}
