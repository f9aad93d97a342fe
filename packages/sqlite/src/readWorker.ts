import { parentPort, workerData } from "node:worker_threads"
import { openConnection, setCacheSize } from "./openConnection.js"
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
  const db = openConnection(filename, true, patienceMillis)
  setCacheSize(db)
  return db
}

const statementOf = (text: string): Prepared => {
  connection ??= open()
  const known = statements.get(text)
  if (known !== undefined) return known
  if (statements.size >= MAX_PREPARED) statements.clear()
  const statement = prepared(connection, text)
  statements.set(text, statement)
  return statement
}

const replyTo = ({ parameters, text }: LongRead): LongReadReply => {
  try {
    return { rows: statementOf(text)(parameters) }
  } catch (error) {
    const { code, errcode, message } = Object(error) as { message: unknown; code: unknown; errcode: unknown }
    return { failure: { message: String(message), code, errcode } }
  }
}

parentPort?.on("message", (read: LongRead | null) => {
  if (read !== null) return parentPort?.postMessage(replyTo(read))
  connection?.close()
  parentPort?.close()
})
