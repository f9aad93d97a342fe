const MIB = 1024 * 1024

/**
 * Most bytes that the parts of an Excel file may unzip to, somewhat over 100,000 rows of ten cells. Pictures are left
 * alone and do not count.
 */
export const MAX_UNZIPPED = 64 * MIB

/** Most characters of all cells together: a text that is stored once can be the text of many cells. */
export const MAX_TEXT = 128 * MIB

/** Most cells in the rectangle from A1 to the last cell, empty ones included. */
export const MAX_CELLS = 4_000_000

/** A number of bytes or characters for people. */
export const inMebi = (size: number): string => `${Math.ceil(size / MIB)} MiB`
