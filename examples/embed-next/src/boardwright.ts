import { type Boardwright, createBoardwright, mailFolder, sqlite } from "@boardwright/embed"

const create = () =>
  createBoardwright({
    storage: sqlite(process.env["BOARDWRIGHT_FILE"] ?? ":memory:"),
    mailer: mailFolder("mails"),
    jwtSecret: process.env["JWT_SECRET"] ?? "only for trying it out, not for real use",
    baseUrl: "https://app.example.com/work",
    // A Request does not say who sent it; the proxy in front does.
    trustProxy: 1
  })

// Next loads a changed module again: the hub, which holds a file open, must outlive that.
const kept: typeof globalThis & { boardwright?: Promise<Boardwright> } = globalThis

/** The one hub of this process, for route handlers and server components alike. */
export const boardwright = (): Promise<Boardwright> => (kept.boardwright ??= create())
