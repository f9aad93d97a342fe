import { Account, Board, Mail, Notification, Task, Values, Webhook } from "@boardwright/core"
import { aTask, givenAccount, RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Duration, Effect, TestClock } from "effect"
import { as, deliveredToken, givenTeam, HOUR, MINUTE, NOON, story, givenUserWith } from "../support.js"
import { failing, givenWebhook } from "../webhook/support.js"
import { notifying } from "./support.js"

const EMAIL = "ada@example.com"
const PASSWORD = "correct horse"
const LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

const givenGerman = (overrides: Partial<Account.Account> = {}) =>
  givenUserWith(PASSWORD, { name: "Ada", email: EMAIL, language: "de", ...overrides })
const inGerman = (id: string) => as(id as Account.UserId)(Account.updateProfile({ language: "de" }))

/** Delivers, and returns the last mail to the address: its subject and its text, with every link as LINK. */
const lastTo = Effect.fnUntraced(function* (address: string = EMAIL) {
  while ((yield* notifying(Mail.deliverMail())) > 0);
  const mail = (yield* (yield* RecordingMailer).sentTo(address)).at(-1) ?? assert.fail(`no mail to ${address}`)
  assert.include(mail.html, '<html lang="de">')
  assert.include(mail.html, `<title>${mail.subject.replaceAll('"', "&quot;")}</title>`)
  const text = mail.text
    .replace(/^https:\S+$/gm, "LINK")
    .trim()
    .split("\n\n")
  return { subject: mail.subject, text, html: mail.html }
})

const assertMail = Effect.fnUntraced(function* (
  expected: { readonly subject: string; readonly text: ReadonlyArray<string> },
  address?: string
) {
  const { html, ...mail } = yield* lastTo(address)
  assert.deepStrictEqual(mail, expected)
  assert.notMatch(html, /Or open|Unsubscribe|Hello/)
})

describe("a mail to an account with the language German", () => {
  story("asks to verify the address", function* () {
    yield* Account.signUp({ name: "Ada", email: EMAIL, password: PASSWORD, language: "de" })
    yield* assertMail({
      subject: "Bestätige deine E-Mail-Adresse",
      text: [
        "Hallo Ada,",
        "bitte bestätige, dass dies deine E-Mail-Adresse ist. Danach kannst du dich bei Boardwright anmelden.",
        "E-Mail-Adresse bestätigen:\nLINK",
        "Der Link gilt 24 Stunden und funktioniert einmal.",
        "Wenn du kein Konto angelegt hast, ignoriere diese E-Mail. Dann passiert nichts."
      ]
    })
    assert.include((yield* lastTo()).html, "<p>Oder öffne diese Adresse: <a href=")
  })

  story("has the link for a new password, and no name that could become a link", function* () {
    yield* givenGerman({ name: "win at evil.example" })
    yield* Account.requestPasswordReset({ email: EMAIL })
    yield* assertMail({
      subject: "Neues Passwort setzen",
      text: [
        "Hallo,",
        "jemand, hoffentlich du, möchte ein neues Passwort für dein Boardwright-Konto setzen.",
        "Neues Passwort setzen:\nLINK",
        "Der Link gilt 1 Stunde und funktioniert einmal.",
        "Wenn du es nicht warst, ignoriere diese E-Mail. Dein Passwort bleibt, wie es ist."
      ]
    })
  })

  story("confirms a new address, and then tells the old one", function* () {
    const { id } = yield* givenGerman()
    yield* as(id)(Account.changeEmail({ email: "new@example.com", password: PASSWORD }))
    const token = yield* deliveredToken("new@example.com")
    yield* assertMail(
      {
        subject: "Bestätige deine neue E-Mail-Adresse",
        text: [
          "Hallo Ada,",
          "bitte bestätige, dass dies die E-Mail-Adresse deines Boardwright-Kontos werden soll. Danach meldest du dich mit ihr an.",
          "Adresse bestätigen:\nLINK",
          "Der Link gilt 24 Stunden und funktioniert einmal.",
          "Wenn du das nicht wolltest, ignoriere diese E-Mail. Dann passiert nichts."
        ]
      },
      "new@example.com"
    )
    yield* Account.confirmEmail({ token })
    yield* assertMail({
      subject: "Deine E-Mail-Adresse wurde geändert",
      text: [
        "Hallo Ada,",
        "die E-Mail-Adresse deines Boardwright-Kontos wurde geändert. Du meldest dich jetzt mit der neuen an.",
        "Änderung rückgängig machen:\nLINK",
        "Wenn du es warst, brauchst du nichts zu tun.",
        "Wenn du es nicht warst, mache die Änderung rückgängig und setze ein neues Passwort. Der Link gilt 48 Stunden und funktioniert einmal."
      ]
    })
  })

  story("names the time and the client of a sign-in from a new device", function* () {
    yield* givenGerman()
    for (const userAgent of ["curl/8.5.0", LINUX]) {
      yield* notifying(Account.signIn({ email: EMAIL, password: PASSWORD })).pipe(
        Effect.provideService(Account.CurrentClient, "192.0.2.1"),
        Effect.provideService(Account.CurrentUserAgent, userAgent)
      )
    }
    yield* assertMail({
      subject: "Anmeldung von einem neuen Gerät",
      text: [
        "Hallo Ada,",
        "jemand, hoffentlich du, hat sich bei deinem Boardwright-Konto angemeldet: am 01.03.2026, 12:00 UTC, mit Firefox auf Linux, von der Adresse 192.0.2.1. Es war die erste Anmeldung von einem solchen Gerät.",
        "Konto öffnen:\nLINK",
        "Wenn du es warst, brauchst du nichts zu tun.",
        "Wenn du es nicht warst, setze ein neues Passwort und melde dich überall ab.",
        "In den Einstellungen deines Kontos wählst du, welche E-Mails du bekommst."
      ]
    })
  })

  story("names an API token that was created, and one that expires in a week", function* () {
    const { id } = yield* givenGerman()
    const expiresAt = Values.Timestamp.fromMillis(NOON + Duration.toMillis("30 days"))
    yield* as(id)(Account.createApiToken({ name: "CI", scopes: ["write", "read"], expiresAt }))
    yield* assertMail({
      subject: "Ein neues API-Token",
      text: [
        "Hallo Ada,",
        "für dein Boardwright-Konto wurde das API-Token „CI“ angelegt: am 01.03.2026, 12:00 UTC. Seine Rechte: read, write.",
        "Konto öffnen:\nLINK",
        "Wenn du es warst, brauchst du nichts zu tun.",
        "Wenn du es nicht warst, widerrufe das Token, setze ein neues Passwort und melde dich überall ab."
      ]
    })
    yield* TestClock.adjust("23 days")
    yield* assertMail({
      subject: "Ein API-Token läuft in einer Woche ab",
      text: [
        "Hallo Ada,",
        "das API-Token „CI“ deines Boardwright-Kontos läuft bald ab (31.03.2026, 12:00 UTC). Programme, die es benutzen, werden ab dann abgewiesen.",
        "Konto öffnen:\nLINK",
        "Wenn du sie noch brauchst, gib ihnen vorher ein neues Token."
      ]
    })
  })

  story("names the place of a webhook that was disabled", function* () {
    const { admin, boardId, editor } = yield* givenWebhook({ url: "https://hooks.example.test/secret" })
    const { email } = yield* inGerman(admin)
    yield* failing(410)
    yield* as(editor)(Board.addGroup(boardId, { name: "Later" }))
    yield* Webhook.deliverWebhooks
    const { subject, text } = yield* lastTo(email)
    assert.strictEqual(subject, "Ein Webhook wurde abgeschaltet")
    assert.strictEqual(
      text[1],
      "https://hooks.example.test nimmt keine Nachrichten mehr an: Die Antwort hatte den Status 410. Deshalb hat Boardwright den Webhook des Boards Roadmap abgeschaltet, der dorthin sendet."
    )
    assert.match(
      text.slice(2).join(" "),
      /^Sobald der Empfänger wieder .* kannst du erneut zustellen lassen\. Seine ID ist \S+\.$/
    )
  })
})

describe("a mail in German about tasks", () => {
  story("has a line for each, and a link that ends such mails", function* () {
    const { admin, boardId, editor, viewer } = yield* givenTeam
    const { email } = yield* inGerman(viewer)
    const create = (name: string) =>
      notifying(as(editor)(Task.createTask({ boardId, name, assignees: [viewer], dueDate: null })))
    const { id } = yield* create("Zaun streichen")
    yield* notifying(as(admin)(Task.addComment(id, { content: "Blau?", mentions: [viewer] })))
    yield* create("see evil.example")
    yield* TestClock.adjust(2 * MINUTE)
    yield* assertMail(
      {
        subject: "3 Neuigkeiten für dich",
        text: [
          "Hallo Ada Lovelace,",
          "das ist in Boardwright passiert:",
          "- Ada Lovelace hat dir „Zaun streichen“ auf dem Board „Roadmap“ zugewiesen\n- Ada Lovelace hat dich in einem Kommentar zu „Zaun streichen“ auf dem Board „Roadmap“ erwähnt\n- Ada Lovelace hat dir eine Aufgabe auf dem Board „Roadmap“ zugewiesen",
          "Board öffnen:\nLINK",
          "In den Einstellungen deines Kontos wählst du, welche E-Mails du bekommst.",
          "Abbestellen:\nLINK"
        ]
      },
      email
    )
    assert.include((yield* lastTo(email)).html, ">Abbestellen</a></p>")
  })

  story("names the task that is due tomorrow", function* () {
    const { boardId, groups, viewer } = yield* givenTeam
    const { email } = yield* inGerman(viewer)
    yield* as(viewer)(Account.updateProfile({ timezone: "America/New_York" }))
    const dueDate = "2026-03-02T00:00:00.000Z" as never
    const task = aTask({ boardId, groupId: groups[0].id, name: "Säen", assignees: [viewer], dueDate })
    yield* (yield* Task.TaskRepository).insert([task])
    yield* TestClock.setTime(NOON + HOUR)
    yield* Notification.remindOfDueTasks
    yield* TestClock.adjust(2 * MINUTE)
    const { subject, text } = yield* lastTo(email)
    assert.strictEqual(subject, "Morgen fällig: „Säen“ auf dem Board „Roadmap“")
    assert.include(text, "Aufgabe öffnen:\nLINK")
  })
})

describe("the mail of an invitation", () => {
  const invite = (id: string, boardId: Board.BoardId, email: string) =>
    as(id as Account.UserId)(Board.inviteMember(boardId, { email, role: "viewer" }))

  story("to an address without an account is in the language of the inviter", function* () {
    const { admin, boardId } = yield* givenTeam
    yield* inGerman(admin)
    yield* invite(admin, boardId, "grace@example.com")
    yield* assertMail(
      {
        subject: "Ada Lovelace lädt dich zum Board Roadmap ein",
        text: [
          "Hallo,",
          "Ada Lovelace lädt dich zum Board Roadmap in Boardwright ein. Deine Rolle: Kommentator.",
          "Konto anlegen:\nLINK",
          "Der Link gilt bis zum 15.03.2026, 12:00 UTC und nur für diese Adresse.",
          "Wenn du nicht möchtest, ignoriere diese E-Mail. Dann passiert nichts."
        ]
      },
      "grace@example.com"
    )
  })

  story("to a user is in the language of the user, whatever the inviter's", function* () {
    const { admin, boardId } = yield* givenTeam
    yield* givenGerman()
    yield* invite(admin, boardId, EMAIL)
    const { subject, text } = yield* lastTo()
    assert.strictEqual(subject, "Ada Lovelace lädt dich zum Board Roadmap ein")
    assert.include(text, "Einladung öffnen:\nLINK")
    yield* inGerman(admin)
    const { email } = yield* givenAccount({ language: null })
    yield* invite(admin, boardId, email)
    yield* Mail.deliverMail()
    const [mail] = yield* (yield* RecordingMailer).sentTo(email)
    assert.strictEqual(mail?.subject, "Ada Lovelace invites you to the board Roadmap")
  })
})
