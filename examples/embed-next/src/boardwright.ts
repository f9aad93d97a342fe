import { type Boardwright, createBoardwright, mailFolder, sqlite } from "@boardwright/embed"

const start = async (): Promise<Boardwright> => {
  const hub = await createBoardwright({
    storage: sqlite(process.env["BOARDWRIGHT_FILE"] ?? ":memory:"),
    mailer: mailFolder("mails"),
    jwtSecret: process.env["JWT_SECRET"] ?? "only for trying it out, not for real use",
    baseUrl: "https://app.example.com/work",
    // A Request does not say who sent it; the proxy in front does.
    trustProxy: 1
  })
  // Ends change streams, which Next waits for.
  process.once("SIGTERM", () => void hub.close())
  return hub
}

// Next loads a changed module again: the hub, which holds a file open, must outlive that.
const kept: typeof globalThis & { boardwright?: Promise<Boardwright> } = globalThis

/** The one hub of this process, for route handlers and server components alike. */
export const boardwright = (): Promise<Boardwright> =>
  (kept.boardwright ??= start().catch((error: unknown) => {
    // The next request tries again.
    delete kept.boardwright
    throw error
  }))
