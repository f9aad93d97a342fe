/** The modules that the import page loads, large beside the other scripts; bundled and minified by `bundle.mjs`. */

/** Loaded when an Excel file is chosen. */
export const readExcel: string
/** Loaded when a file is chosen. */
export const reading: string
