/** Modules that pages import when they first need them, each large beside the scripts; bundled and minified by `bundle.mjs`. */

/** Loaded when a password is chosen. */
export const mostUsedPasswords: string
/** Loaded when an import is checked. */
export const importBody: string
/** Loaded when an Excel file is chosen. */
export const readExcel: string
/** Loaded when a JSON file is chosen. */
export const readJson: string
/** Loaded when a file is chosen. */
export const reading: string
