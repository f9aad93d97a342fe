import type { Spoken } from "./say.js"

/** German for the pages before the app. */
export const german: Spoken = {
  texts: {
    "error.failed": "Etwas ist schiefgegangen. Bitte versuche es erneut.",
    "error.server": "Auf dem Server ist etwas schiefgegangen. Bitte versuche es erneut.",
    "error.tooMany": "Zu viele Anfragen. Bitte versuche es {when} erneut.",
    "error.unavailable": "Der Server kann das gerade nicht. Bitte versuche es {when} erneut.",
    "error.unreachable": "Der Server ist nicht erreichbar. Bitte versuche es erneut.",
    "field.address": "Gib eine E-Mail-Adresse ein.",
    "field.empty": "darf nicht leer sein",
    "field.required": "Fülle dieses Feld aus.",
    "field.tooShort": "Gib mindestens {n} Zeichen ein.",
    "password.differs": "Die beiden Passwörter sind nicht gleich.",
    "password.mostUsed": "Das ist eines der häufigsten Passwörter, die Angreifer als erste versuchen.",
    "password.tooLong": "ist länger als 72 Bytes",
    "session.ended": "Deine Sitzung ist beendet. Melde dich wieder an, dann kommst du hierher zurück.",
    "session.otherTab": "Du hast dich in einem anderen Tab abgemeldet.",
    "signIn.expired": "Diese Anmeldung hat zu lange gedauert. Bitte melde dich erneut an.",
    "signIn.handedOver": "Du bist angemeldet. Schließe dieses Fenster und arbeite im anderen weiter.",
    "signIn.who": "Du bist angemeldet als {name} ({email}).",
    "signUp.captcha":
      "Dieser Server verlangt ein CAPTCHA, das diese Seite nicht hat. Lege das Konto in der App an, die es benutzt.",
    "signUp.done": "Das Konto ist angelegt. Du kannst dich jetzt anmelden.",
    "signUp.joinedBoard": "Willkommen. Du bist diesem Board beigetreten.",
    "signUp.joinedWorkspace": "Willkommen. Du bist dem Arbeitsbereich beigetreten.",
    "signUp.notJoined": "Das Konto ist angelegt. {reason}",
    "signUp.sent":
      "Das Konto ist angelegt. Wir haben eine E-Mail an {email} geschickt: Öffne den Link darin, um deine Adresse zu bestätigen.",
    "signUp.sentAgain": "Wir haben noch eine E-Mail an {email} geschickt."
  },
  refusals: {
    EmailNotVerified: "Deine E-Mail-Adresse ist noch nicht bestätigt.",
    EmailTaken: "Diese E-Mail-Adresse hat schon ein Konto.",
    Forbidden: "Dazu hast du kein Recht.",
    InvalidCredentials: "E-Mail-Adresse oder Passwort ist falsch.",
    InvalidEmailToken: "Der Link ist ungültig oder abgelaufen.",
    InvalidInput: "Bitte prüfe die Eingaben",
    NotFound: "Das gibt es nicht. Vielleicht wurde es gelöscht.",
    PasswordSignInOff: "Passwörter sind hier abgeschaltet.",
    PayloadTooLarge: "Das ist zu groß.",
    RequestTimeout: "Die Anfrage hat zu lange gedauert. Bitte versuche es erneut.",
    SignInRejected: "Die Anmeldung wurde abgelehnt. Bitte melde dich erneut an.",
    Unauthenticated: "Du bist nicht angemeldet."
  },
  rules: [
    [/^is required$/, "fehlt"],
    [/^must not be empty$/, "darf nicht leer sein"],
    [/^must have (\d+) to (\d+) characters$/, "muss $1 bis $2 Zeichen haben"],
    [/^must have at least (\d+) characters$/, "muss mindestens $1 Zeichen haben"],
    [/^must have at most (\d+) characters$/, "darf höchstens $1 Zeichen haben"],
    [/^must have at most (\d+) bytes in UTF-8$/, "darf höchstens $1 Bytes haben"],
    [/^must not hold a NUL character or a lone surrogate$/, "enthält ein ungültiges Zeichen"],
    [/^must be an email address$/, "muss eine E-Mail-Adresse sein"],
    [/^must not be one of the most used passwords$/, "darf keines der häufigsten Passwörter sein"],
    [/^was not accepted$/, "wurde nicht angenommen"]
  ]
}
