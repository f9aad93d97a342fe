/** A mail that the server kept. All of its text is somebody else's. */
export interface KeptMail {
  readonly _tag: "Mail"
  /** What `find` finds it by. */
  readonly file: string
  readonly date: Date
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

/** A file among the mails that cannot be shown as one, and why. */
export interface UnreadableFile {
  readonly _tag: "Unreadable"
  readonly file: string
  readonly reason: "malformed" | "name" | "noFile" | "noSender" | "symbolicLink" | "tooLarge" | "unreadable"
}

/** Whatever lies among the mails. */
export type Entry = KeptMail | UnreadableFile

/** Where the mails are. */
export interface MailSource {
  /** The newest first, of those that came after a file where one is named; `total` counts what is not listed too. */
  readonly list: (
    after: string | undefined
  ) => Promise<{ readonly entries: ReadonlyArray<Entry>; readonly total: number }>
  /** Null where there is no such file. */
  readonly find: (file: string) => Promise<Entry | null>
}
