import type { Asset } from "./Page.js"

// Imported when they are first asked for, as most people open no file.
const moduleAt = (path: string, name: "reading" | "readExcel"): Asset => ({
  path,
  contentType: "text/javascript; charset=utf-8",
  body: async () => (await import("#readers"))[name]
})

/** The scripts that the import page loads when a file is chosen, and when that is an Excel file. */
export const sheetReaders: ReadonlyArray<Asset> = [
  moduleAt("/account/reading.js", "reading"),
  moduleAt("/account/excel.js", "readExcel")
]
