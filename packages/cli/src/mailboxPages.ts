import { MailFolder } from "@boardwright/node"
import { mailbox, type Page, type Site } from "@boardwright/web"
import { Effect, Option } from "effect"
import { outboxDir } from "./App.js"
import type { Settings } from "./settings.js"

/** The pages of the mails in the outbox. Without a site, those of nobody else are served for them to lead to. */
export const mailboxPages = (settings: Settings, site?: Site): ReadonlyArray<Page> => {
  const directory = outboxDir(settings)
  return mailbox(
    {
      list: (after) => Effect.runPromise(MailFolder.list(directory, { after })),
      find: (file) => Effect.runPromise(Effect.map(MailFolder.find(directory, file), Option.getOrNull))
    },
    site
  )
}
