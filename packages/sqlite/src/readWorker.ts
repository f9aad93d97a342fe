import { parentPort, workerData } from "node:worker_threads"
import { setCacheSize } from "./cacheSize.js"
import { openSqlite } from "./driver.js"
import { type Prepared, prepared } from "./prepared.js"
import type { SqliteDatabase } from "./SqliteDatabase.js"

/** The file that the thread reads, and how long it waits while another process holds it. */
export interface ReadWorkerData {
  readonly filename: string
  readonly patienceMillis: number
}

/** A read, which the thread answers with a reply; null ends the thread. */
export interface LongRead {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** The rows, or the driver's error, whose fields are copied because a message has none but those of `Error`. */
export type LongReadReply =
  | { readonly rows: ReadonlyArray<unknown> }
  | { readonly failure: { readonly message: string; readonly code: unknown; readonly errcode: unknown } }

/** Most statements that stay prepared; then all are dropped. */
const MAX_PREPARED = 200

const { filename, patienceMillis } = workerData as ReadWorkerData
const statements = new Map<string, Prepared>()
let connection: SqliteDatabase | undefined

const open = (): SqliteDatabase => {
  const db = openSqlite(filename, { readonly: true, timeout: patienceMillis })
  setCacheSize(db)
  return db
}

const statementOf = (db: SqliteDatabase, text: string): Prepared => {
  const known = statements.get(text)
  if (known !== undefined) return known
  if (statements.size >= MAX_PREPARED) statements.clear()
  const statement = prepared(db, text)
  statements.set(text, statement)
  return statement
}

const callsUnknownFunction = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("no such function: boardwright_")

/** Most reads call none of our functions, whose modules take 0.7 s to load: they are defined for the first that does. */
const rowsOf = async ({ parameters, text }: LongRead): Promise<ReadonlyArray<unknown>> => {
  const db = (connection ??= open())
  try {
    return statementOf(db, text)(parameters)
  } catch (error) {
    if (!callsUnknownFunction(error)) throw error
    const { defineFunctions } = await import("./openConnection.js")
    defineFunctions(db)
    return statementOf(db, text)(parameters)
  }
}

const replyTo = async (read: LongRead): Promise<LongReadReply> => {
  try {
    return { rows: await rowsOf(read) }
  } catch (error) {
    const { code, errcode, message } = Object(error) as { message: unknown; code: unknown; errcode: unknown }
    return { failure: { message: String(message), code, errcode } }
  }
}

const handle = async (read: LongRead | null): Promise<void> => {
  if (read !== null) return parentPort?.postMessage(await replyTo(read))
  connection?.close()
  parentPort?.close()
}

let last = Promise.resolve()
parentPort?.on("message", (read: LongRead | null) => {
  last = last.then(() => handle(read))
})
