import type { ClientErrorCode } from "@boardwright/client"
import { documentLanguage } from "./say.js"

/** What error codes mean, in German. Codes that people do not see, or whose text is the host's, are left out. */
const GERMAN: { readonly [Code in ClientErrorCode]?: string } = {
  BoardInTrash: "Das Board liegt im Papierkorb. Stelle zuerst das Board wieder her.",
  BulkConflict: "Die Aufgaben wurden inzwischen geändert.",
  ChangeNotFound: "Diese Änderung gibt es nicht mehr.",
  EmailNotVerified: "Deine E-Mail-Adresse ist noch nicht bestätigt.",
  EmailTaken: "Diese E-Mail-Adresse hat schon ein Konto.",
  Forbidden: "Dazu hast du kein Recht.",
  IdempotencyKeyInUse: "Das wird gerade schon gespeichert. Versuche es gleich erneut.",
  IdempotentResultNotStored: "Das wurde schon gespeichert.",
  InvalidCredentials: "E-Mail-Adresse oder Passwort ist falsch.",
  InvalidEmailToken: "Der Link ist ungültig oder abgelaufen.",
  InvalidInput: "Bitte prüfe die Eingaben",
  MoveConflict: "Dorthin lässt es sich nicht verschieben.",
  NotFound: "Das gibt es nicht. Vielleicht wurde es gelöscht.",
  PasswordSignInOff: "Auf diesem Server sind Passwörter abgeschaltet.",
  PayloadTooLarge: "Das ist zu groß.",
  RequestTimeout: "Die Anfrage hat zu lange gedauert. Bitte versuche es erneut.",
  SignInRejected: "Die Anmeldung wurde abgelehnt. Bitte melde dich erneut an.",
  Unauthenticated: "Du bist nicht angemeldet.",
  UndoConflict: "Das lässt sich jetzt nicht rückgängig machen.",
  WorkspacesShared: "Arbeitsbereiche von dir haben noch andere Mitglieder."
}

/** The rules of fields, as the server says them, in German. */
const RULES: ReadonlyArray<readonly [RegExp, string]> = [
  [/^is required$/, "fehlt"],
  [/^must not be empty$/, "darf nicht leer sein"],
  [/^must have (\d+) to (\d+) characters$/, "muss $1 bis $2 Zeichen haben"],
  [/^must have at least (\d+) characters$/, "muss mindestens $1 Zeichen haben"],
  [/^must have at most (\d+) characters$/, "darf höchstens $1 Zeichen haben"],
  [/^must have at most (\d+) bytes in UTF-8$/, "darf höchstens $1 Bytes haben"],
  [/^must have at most (\d+) entries$/, "darf höchstens $1 Einträge haben"],
  [/^must not hold a NUL character or a lone surrogate$/, "enthält ein ungültiges Zeichen"],
  [/^must be an email address$/, "muss eine E-Mail-Adresse sein"],
  [/^must be a web address with http or https$/, "muss eine Webadresse mit http oder https sein"],
  [/^must begin with https\W+$/, "muss mit https beginnen"],
  [/^must not be a private address$/, "darf keine private Adresse sein"],
  [/^must be in the future$/, "muss in der Zukunft liegen"],
  [/^must not be one of the most used passwords$/, "darf keines der häufigsten Passwörter sein"],
  [/^is not the password of the account$/, "ist nicht das Passwort des Kontos"],
  [/^cannot be right: the account has no password yet$/, "kann nicht stimmen: Das Konto hat noch kein Passwort"],
  [/^is the address of the account already$/, "ist schon die Adresse des Kontos"],
  [/^was not accepted$/, "wurde nicht angenommen"],
  [/^is a member already$/, "ist schon Mitglied"],
  [/^is the owner already$/, "besitzt ihn schon"],
  [/^is the board's last admin$/, "ist der letzte Admin des Boards"],
  [/^is the last group of its board$/, "ist die letzte Gruppe des Boards"],
  [/^is a duplicate$/, "kommt doppelt vor"]
]

/** Where the server's own text is one word. */
const ENGLISH: typeof GERMAN = { Forbidden: "You are not allowed to do that." }

/** What an error code means in the language of the document; undefined where the server's own text is shown. */
export const refusalText = (code: string | undefined): string | undefined => {
  const known = documentLanguage() === "de" ? GERMAN : ENGLISH
  return code !== undefined && Object.hasOwn(known, code) ? known[code as keyof typeof GERMAN] : undefined
}

/** A rule that a field breaks, in the language of the document; one that is not known here stays English. */
export const ruleText = (message: string): string =>
  documentLanguage() === "de" ? RULES.reduce((text, [rule, german]) => text.replace(rule, german), message) : message
