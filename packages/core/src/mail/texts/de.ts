import type { Role } from "../../access/policy.js"
import type { MailTexts } from "./en.js"
import type { MailParts } from "./MailParts.js"

const date = (at: string): string => `${at.slice(8, 10)}.${at.slice(5, 7)}.${at.slice(0, 4)}`
const time = (at: string): string => `${date(at)}, ${at.slice(11, 16)} UTC`
const onBoard = (name: string | null): string => (name === null ? "auf einem Board" : `auf dem Board „${name}“`)
const task = (name: string | null): string => (name === null ? "eine Aufgabe" : `„${name}“`)
const token = (name: string | null): string => (name === null ? "ein API-Token" : `das API-Token „${name}“`)

const PLACES = {
  board: { to: ["zu einem Board", "zum Board"], of: ["eines Boards", "des Boards"] },
  workspace: {
    to: ["zu einem Arbeitsbereich", "zum Arbeitsbereich"],
    of: ["eines Arbeitsbereichs", "des Arbeitsbereichs"]
  }
} as const
const place = ({ kind, name }: MailParts["place"], relation: "to" | "of"): string => {
  const [any, one] = PLACES[kind][relation]
  return name === null ? any : `${one} ${name}`
}

const ROLES: Record<Role, string> = { admin: "Admin", editor: "Bearbeiter", viewer: "Kommentator" }

/** When and how: "am 01.03.2027, 12:00 UTC, mit Firefox auf Linux". */
const circumstances = ({ address, at, browser }: MailParts["circumstances"]): string =>
  `am ${time(at)}${browser === null ? "" : `, mit ${browser}`}${address === null ? "" : `, von der Adresse ${address}`}`

/** Every text of mails, in German. */
export const de: MailTexts = {
  language: "de",
  hello: (name) => (name === null ? "Hallo," : `Hallo ${name},`),
  openInstead: "Oder öffne diese Adresse",
  unsubscribe: "Abbestellen",
  linkIsValid: (hours) => `Der Link gilt ${hours === 1 ? "1 Stunde" : `${hours} Stunden`} und funktioniert einmal.`,
  device: (browser, system) => `${browser} auf ${system}`,
  ifItWasYou: "Wenn du es warst, brauchst du nichts zu tun.",
  openAccount: "Konto öffnen",
  choose: "In den Einstellungen deines Kontos wählst du, welche E-Mails du bekommst.",
  verification: {
    subject: "Bestätige deine E-Mail-Adresse",
    reason: "bitte bestätige, dass dies deine E-Mail-Adresse ist. Danach kannst du dich bei Boardwright anmelden.",
    action: "E-Mail-Adresse bestätigen",
    otherwise: "Wenn du kein Konto angelegt hast, ignoriere diese E-Mail. Dann passiert nichts."
  },
  reset: {
    subject: "Neues Passwort setzen",
    reason: "jemand, hoffentlich du, möchte ein neues Passwort für dein Boardwright-Konto setzen.",
    action: "Neues Passwort setzen",
    otherwise: "Wenn du es nicht warst, ignoriere diese E-Mail. Dein Passwort bleibt, wie es ist."
  },
  emailChange: {
    subject: "Bestätige deine neue E-Mail-Adresse",
    reason:
      "bitte bestätige, dass dies die E-Mail-Adresse deines Boardwright-Kontos werden soll. Danach meldest du dich mit ihr an.",
    action: "Adresse bestätigen",
    otherwise: "Wenn du das nicht wolltest, ignoriere diese E-Mail. Dann passiert nichts."
  },
  emailChanged: {
    subject: "Deine E-Mail-Adresse wurde geändert",
    reason: "die E-Mail-Adresse deines Boardwright-Kontos wurde geändert. Du meldest dich jetzt mit der neuen an.",
    action: "Änderung rückgängig machen",
    otherwise: "Wenn du es nicht warst, mache die Änderung rückgängig und setze ein neues Passwort."
  },
  signedIn: {
    subject: "Anmeldung von einem neuen Gerät",
    reason: (given) =>
      `jemand, hoffentlich du, hat sich bei deinem Boardwright-Konto angemeldet: ${circumstances(given)}. Es war die erste Anmeldung von einem solchen Gerät.`,
    otherwise: "Wenn du es nicht warst, setze ein neues Passwort und melde dich überall ab."
  },
  tokenCreated: {
    subject: "Ein neues API-Token",
    reason: (name, scopes, given) =>
      `für dein Boardwright-Konto wurde ${token(name)} angelegt: ${circumstances(given)}. Seine Rechte: ${scopes ?? "unbekannt"}.`,
    otherwise: "Wenn du es nicht warst, widerrufe das Token, setze ein neues Passwort und melde dich überall ab."
  },
  tokenExpiring: {
    subject: "Ein API-Token läuft in einer Woche ab",
    reason: (name, expiresAt) =>
      `${token(name)} deines Boardwright-Kontos läuft bald ab (${time(expiresAt)}). Programme, die es benutzen, werden ab dann abgewiesen.`,
    replace: "Wenn du sie noch brauchst, gib ihnen vorher ein neues Token."
  },
  invitation: {
    subject: (inviter, to) => `${inviter ?? "Jemand"} lädt dich ${place(to, "to")} ein`,
    reason: (inviter, to, role) =>
      `${inviter ?? "jemand"} lädt dich ${place(to, "to")} in Boardwright ein. Deine Rolle: ${ROLES[role]}.`,
    open: "Einladung öffnen",
    signUp: "Konto anlegen",
    isValid: (until) => `Der Link gilt bis zum ${time(until)} und nur für diese Adresse.`,
    otherwise: "Wenn du nicht möchtest, ignoriere diese E-Mail. Dann passiert nichts."
  },
  webhook: {
    subject: "Ein Webhook wurde abgeschaltet",
    gone: (origin) => `${origin} nimmt keine Nachrichten mehr an: Die Antwort hatte den Status 410`,
    failing: (origin, days) => `seit ${days} Tagen ist jede Zustellung an ${origin} fehlgeschlagen`,
    reason: (why, of) =>
      `${why}. Deshalb hat Boardwright den Webhook ${place(of, "of")} abgeschaltet, der dorthin sendet.`,
    enable:
      "Sobald der Empfänger wieder funktioniert, schalte den Webhook wieder ein. Was er verpasst hat, kannst du erneut zustellen lassen.",
    id: (id) => `Seine ID ist ${id}.`
  },
  notification: {
    subject: (updates) => `${updates} Neuigkeiten für dich`,
    reason: "das ist in Boardwright passiert:",
    due: (name, board) => `Morgen fällig: ${task(name)} ${onBoard(board)}`,
    mentioned: (actor, name, board) =>
      `${actor ?? "Jemand"} hat dich in einem Kommentar zu ${name === null ? "einer Aufgabe" : task(name)} ${onBoard(board)} erwähnt`,
    assigned: (actor, name, board) => `${actor ?? "Jemand"} hat dir ${task(name)} ${onBoard(board)} zugewiesen`,
    assignedMany: (actor, tasks, board) =>
      `${actor ?? "Jemand"} hat dir ${tasks === 1 ? "1 Aufgabe" : `${tasks} Aufgaben`} ${onBoard(board)} zugewiesen`,
    more: (updates) => `Und ${updates} weitere.`,
    openTask: "Aufgabe öffnen",
    openBoard: "Board öffnen",
    openBoards: "Deine Boards öffnen"
  }
}
