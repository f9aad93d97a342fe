import { Effect, Option, Schema } from "effect"
import { requireUser } from "../access/Actor.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { changed, cleared, Flag, Name, text } from "../values/Text.js"
import { type Notifications, toProfile } from "./Account.js"
import { Unauthenticated } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { forgetFace } from "./faces.js"
import { LanguageInput } from "./language.js"
import { isTimezone } from "./timezone.js"

const NOT_A_TIMEZONE = "must be the name of a time zone, such as Europe/Berlin"

const Timezone = text(64).pipe(
  Schema.filter((name) => isTimezone(name) || NOT_A_TIMEZONE, { jsonSchema: { examples: ["Europe/Berlin"] } })
)

const Choices = Schema.Struct({
  assigned: cleared(Flag),
  mentioned: cleared(Flag),
  due: cleared(Flag),
  signIn: cleared(Flag)
})

/**
 * A name of 1 to 255 characters, the name of an IANA time zone (null: UTC), the language of mails (null: not known, English), and
 * for each kind of mail whether the user wants it (null: not chosen; kinds that are left out stay as they are).
 */
export const UpdateProfile = Schema.Struct({
  name: changed(Name),
  timezone: cleared(Timezone),
  language: cleared(LanguageInput),
  notifications: cleared(Choices)
})
export type UpdateProfile = typeof UpdateProfile.Encoded

const decode = decodeInput(UpdateProfile)

/** The choices with the changes; those that are cleared are left out. */
const chosen = (before: Notifications, changes: typeof Choices.Type | null | undefined): Notifications =>
  changes === null
    ? {}
    : Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => typeof value === "boolean"))

/** Changes the caller's name, time zone, language and mails. Fails with `InvalidInput` or `Unauthenticated`. */
export const updateProfile = Effect.fnUntraced(function* (input: UpdateProfile) {
  const accounts = yield* AccountRepository
  const userId = yield* requireUser
  const { language, name, notifications, timezone } = yield* decode(input)
  return yield* transactional(
    Effect.gen(function* () {
      const found = yield* accounts.lock(userId)
      if (Option.isNone(found)) return yield* new Unauthenticated()
      const account = {
        ...found.value,
        name: name ?? found.value.name,
        timezone: timezone === undefined ? found.value.timezone : timezone,
        language: language === undefined ? found.value.language : language,
        notifications: chosen(found.value.notifications, notifications)
      }
      yield* accounts.updateProfile(userId, account)
      return toProfile(account)
    })
  ).pipe(Effect.tap(forgetFace(userId)))
})
