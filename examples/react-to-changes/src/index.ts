import { type Boardwright, type Change, createBoardwright, postgres, sqlite } from "@boardwright/embed"

/** Where the app stores its boards, and the address that it posts to. */
export interface Options {
  /** A PostgreSQL URL. Default: SQLite in `app.db`. */
  readonly databaseUrl?: string | undefined
  readonly webhookUrl: string
}

const isDone = ({ fields }: Change) => fields["status"]?.to === "done"

/** An app that posts to a webhook when a task is done: at least once for each time, also if it is killed meanwhile. */
export const start = async ({ databaseUrl, webhookUrl }: Options): Promise<Boardwright> => {
  const hub = await createBoardwright({
    storage: databaseUrl === undefined ? sqlite("app.db") : postgres({ url: databaseUrl }),
    jwtSecret: process.env["JWT_SECRET"] ?? "only for trying it out, not for real use"
  })
  const types = ["task.created", "task.updated"] as const
  await hub.changes.consume("announce-done", { types }, async (change, { signal }) => {
    if (!isDone(change)) return
    const response = await fetch(webhookUrl, {
      method: "POST",
      // The same in a repetition: the receiver can drop what it has already.
      headers: { "content-type": "application/json", "idempotency-key": change.id },
      body: JSON.stringify({ taskId: change.taskId, doneAt: change.at, doneBy: change.actorId }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)])
    })
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`)
  })
  return hub
}

if (import.meta.filename === process.argv[1]) {
  const { DATABASE_URL, WEBHOOK_URL = "http://localhost:8080" } = process.env
  const hub = await start({ databaseUrl: DATABASE_URL, webhookUrl: WEBHOOK_URL })
  process.once("SIGTERM", () => void hub.close())
}
