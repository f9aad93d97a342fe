import { Effect } from "effect"
import type { Language } from "../../account/language.js"
import { en, type MailTexts } from "./en.js"

/** The texts of mails to a user of that language, loaded when they are first needed; English if it is not known. */
export const textsIn = (language: Language | null): Effect.Effect<MailTexts> =>
  language === "de"
    ? Effect.map(
        Effect.promise(() => import("./de.js")),
        ({ de }) => de
      )
    : Effect.succeed(en)
