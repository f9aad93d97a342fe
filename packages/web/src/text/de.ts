import type { Texts } from "./en.js"

/** Every text of the pages that the server renders, in German. */
export const de: Texts = {
  "again.cancel": "Abbrechen",
  "again.elsewhere": "Es öffnet sich in einem anderen Fenster. Danach geht es hier weiter.",
  "again.submit": "Anmelden und weiterarbeiten",
  "again.title": "Deine Sitzung ist abgelaufen",
  "again.why": "Melde dich erneut an, um weiterzuarbeiten.",
  "confirmEmail.done": "Die Adresse ist bestätigt. Du kannst dich jetzt mit ihr anmelden.",
  "confirmEmail.submit": "Adresse bestätigen",
  "confirmEmail.title": "Neue E-Mail-Adresse bestätigen",
  "confirmEmail.why": "Danach meldest du dich mit der neuen Adresse an. Du wirst überall abgemeldet.",
  "document.needsScript": "Diese Seite braucht JavaScript.",
  "document.skip": "Zum Inhalt springen",
  "document.stuck": "Boardwright konnte nicht geladen werden. Lade die Seite neu.",
  "error.failed": "Der Server konnte diese Seite nicht zeigen. Bitte versuche es in einer Minute erneut.",
  "error.failed.title": "Etwas ist schiefgegangen",
  "error.home": "Zur Startseite",
  "error.unknown":
    "Unter dieser Adresse gibt es keine Seite. Vielleicht wurde sie verschoben oder gelöscht, oder der Link ist unvollständig.",
  "error.unknown.title": "Seite nicht gefunden",
  "field.email": "E-Mail-Adresse",
  "field.name": "Dein Name",
  "field.newPassword": "Neues Passwort",
  "field.newPassword.hint": "Mindestens 8 Zeichen und höchstens 72 Bytes; ein Umlaut zählt 2, ein Emoji 4.",
  "field.password": "Passwort",
  "field.repeated": "Neues Passwort wiederholen",
  "forgotPassword.done":
    "Wenn es zu dieser Adresse ein Konto gibt, haben wir eine E-Mail mit einem Link für ein neues Passwort geschickt.",
  "forgotPassword.submit": "Link schicken",
  "forgotPassword.title": "Passwort vergessen?",
  "forgotPassword.why":
    "Gib die E-Mail-Adresse deines Kontos ein. Wir schicken dir einen Link, mit dem du eine Stunde lang ein neues Passwort wählen kannst.",
  "home.account":
    "Mit einem Konto hast du Boards in Arbeitsbereichen, machst aus einer Tabelle ein Board und beantwortest Einladungen.",
  "home.create": "Konto anlegen",
  "home.docs": "API-Referenz: jede Operation im Browser ausprobieren (englisch)",
  "home.lead":
    "Auf diesem Server läuft {name}: Arbeitsbereiche, Boards und Aufgaben für dein Team, mit einer JSON-API für alles.",
  "home.mailbox": "Postfach: die E-Mails dieses Servers, die er niemandem schickt (englisch)",
  "home.title": "Willkommen",
  "link.boards": "Deine Boards öffnen",
  "link.mailbox": "Postfach öffnen",
  "link.noToken": "Dieser Adresse fehlt ihr Token. Öffne den Link in der E-Mail noch einmal.",
  "link.signIn": "Anmelden",
  "resetPassword.again": "Neuen Link schicken",
  "resetPassword.done": "Dein Passwort ist geändert, und du bist überall abgemeldet.",
  "resetPassword.noToken":
    "Dieser Adresse fehlt ihr Token. Öffne den Link in der E-Mail noch einmal oder fordere einen neuen an.",
  "resetPassword.signIn": "Mit dem neuen Passwort anmelden",
  "resetPassword.submit": "Passwort ändern",
  "resetPassword.title": "Neues Passwort wählen",
  "signIn.account": "Dein Konto",
  "signIn.back": "Zurück zur Anmeldung",
  "signIn.create": "Konto anlegen",
  "signIn.failure.account_unavailable":
    "Dieses Konto kann nicht benutzt werden. Wende dich an die Verwaltung dieses Servers.",
  "signIn.failure.email_not_verified":
    "Du wurdest dort angemeldet, aber deine E-Mail-Adresse ist dort nicht bestätigt. Bestätige sie und melde dich erneut an.",
  "signIn.failure.identity_conflict":
    "Das Konto mit deiner E-Mail-Adresse gehört dort jemand anderem. Wende dich an die Verwaltung dieses Servers.",
  "signIn.failure.provider_unavailable":
    "Der Anmeldedienst ist gerade nicht erreichbar. Bitte versuche es in einer Minute erneut.",
  "signIn.failure.signin_declined": "Du bist nicht angemeldet: Die Anmeldung wurde dort abgebrochen oder abgelehnt.",
  "signIn.failure.signin_expired":
    "Diese Anmeldung hat zu lange gedauert oder begann in einem anderen Browser oder Tab. Bitte melde dich erneut an.",
  "signIn.failure.signin_invalid":
    "Die Antwort des Anmeldedienstes wurde nicht angenommen. Bitte melde dich erneut an.",
  "signIn.forgot": "Passwort vergessen?",
  "signIn.signOut": "Abmelden",
  "signIn.submit": "Anmelden",
  "signIn.title": "Anmelden",
  "signIn.unverified": "Bestätigungsmail erneut schicken",
  "signIn.verified": "Deine E-Mail-Adresse ist bestätigt. Du kannst dich jetzt anmelden.",
  "signUp.first": "Du bekommst ein Konto, wenn du dich zum ersten Mal anmeldest.",
  "signUp.first.invited":
    "Du bekommst ein Konto, wenn du dich zum ersten Mal anmeldest. Nimm die Adresse, an die deine Einladung ging.",
  "signUp.hasAccount": "Ich habe ein Konto: anmelden",
  "signUp.inMailbox": "Dieser Server schickt seine E-Mails niemandem: Sie liegen in seinem Postfach.",
  "signUp.invited":
    "Du bist eingeladen. Lege ein Konto mit dieser Adresse an, um dabei zu sein; ist die Einladung noch offen, hat der Link in deiner E-Mail die Adresse schon bestätigt.",
  "signUp.mailSoon": "Sie kommt meist innerhalb einer Minute; sieh auch im Spam-Ordner nach. Der Link gilt 24 Stunden.",
  "signUp.noMail": "Die Bestätigungsmail ist nicht gekommen",
  "signUp.resend": "E-Mail erneut schicken",
  "signUp.signIn": "Anmelden, sobald deine Adresse bestätigt ist",
  "signUp.submit": "Konto anlegen",
  "signUp.submit.invited": "Konto anlegen und beitreten",
  "signUp.title": "Konto anlegen",
  "site.api": "API",
  "site.boards": "Boards",
  "site.home": "Startseite",
  "site.label": "Seiten",
  "site.mailbox": "Postfach",
  "undoEmail.done": "Die Änderung ist rückgängig gemacht. Du kannst dich mit deiner alten Adresse anmelden.",
  "undoEmail.submit": "Änderung rückgängig machen",
  "undoEmail.title": "E-Mail-Adresse zurückholen",
  "undoEmail.why":
    "Dein Konto bekommt seine alte Adresse zurück, und du wirst überall abgemeldet. Wenn jemand anderes sie geändert hat, setze danach ein neues Passwort.",
  "unsubscribe.done": "Du bekommst keine E-Mails zu Aufgaben mehr.",
  "unsubscribe.submit": "Abbestellen",
  "unsubscribe.title": "E-Mails abbestellen",
  "unsubscribe.why":
    "Du bekommst dann keine E-Mails zu Aufgaben mehr. In den Einstellungen deines Kontos kannst du es wieder ändern.",
  "verifyError.done":
    "Wenn es zu dieser Adresse ein unbestätigtes Konto gibt, haben wir eine E-Mail mit einem neuen Link geschickt.",
  "verifyError.invalid":
    "Der Link, den du geöffnet hast, ist ungültig oder abgelaufen: Ein Link gilt 24 Stunden. Gib deine Adresse ein, und wir schicken dir einen neuen Link, falls sie noch nicht bestätigt ist.",
  "verifyError.submit": "Erneut schicken",
  "verifyError.title": "E-Mail-Adresse bestätigen",
  "verifyError.why":
    "Bevor du dich anmelden kannst, öffne den Link in der E-Mail, die wir dir geschickt haben. Gib deine Adresse ein, und wir schicken dir einen neuen Link, falls sie noch nicht bestätigt ist."
}
