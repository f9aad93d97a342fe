import { signToken } from "../byHand/tokens.mjs"

/** What every contestant and the load sign and check tokens with. */
export const SECRET = "for-the-bench-alone-0123456789abcdef"
/** What every user signs in with. */
export const PASSWORD = "correct horse battery"
/** Of `PASSWORD`, at cost 12. */
export const PASSWORD_HASH = "$2b$12$12.0egTOdJOlLAhkYpRJjukHK9MFTznniD0wau47kBa4iCP0oWRKq"
/** Columns of each board; each task has a value in all of them. */
export const COLUMNS = 20
/** Users who are editors of both boards, and ask in turn. User 0 owns the workspace; the one after them is a stranger. */
export const EDITORS = 64
/** The user who is on no board of the two, for the refusals. */
export const STRANGER = EDITORS + 1

const NOUNS = ["user", "workspace", "board", "group", "column", "task", "comment", "subtask", "entry"]

/** What the ids of a noun begin with: ids look as the service's own do. */
export const prefixOf = (noun) => `0190a0${10 + NOUNS.indexOf(noun)}-0000-7000-8000-`

/** The id of the so-manieth thing. */
export const idOf = (noun, at) => prefixOf(noun) + String(at).padStart(12, "0")

/** Address of a user. */
export const emailOf = (at) => `user-${at}@example.com`

/** Tasks of the board that is read, and of the board that is written to. The ids of the one's follow the other's. */
export const SIZES = { read: 10_000, written: 1_000 }

/** The boards: one is read, the other written to. Each has two groups and 20 columns. */
export const BOARDS = { read: 0, written: 1 }
/** The id of a board's group: `at` is 0 or 1. */
export const groupOf = (board, at) => idOf("group", 2 * board + at)
/** The id of a board's column: `at` is 0 to 19. */
export const columnOf = (board, at) => idOf("column", COLUMNS * board + at)

/** A user's token. */
export const tokenOf = (at) => signToken(SECRET, { userId: idOf("user", at), email: emailOf(at), ver: 0 })
