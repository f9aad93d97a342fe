import { Cause, Duration, Effect, Either } from "effect"
import { checkBaseUrl, invalidConfiguration, settingsInForce, unknownVariables } from "../doctor/configuration.js"
import { checkDatabase } from "../doctor/database.js"
import { checkFolders, checkModes } from "../doctor/files.js"
import { error, type Finding } from "../doctor/Finding.js"
import { checkMailServer, checkNotificationMails } from "../doctor/mailServer.js"
import { checkSingleSignOn } from "../doctor/singleSignOn.js"
import { readSettings, type Settings } from "../settings.js"
import { ErrorsFound } from "../terminal/failures.js"
import { type Form, printRows } from "../terminal/output.js"
import { oneLine } from "../terminal/print.js"
import { withCommandLogs } from "../withCommandLogs.js"

/** The longest that each check may take. */
const WITHIN = Duration.minutes(3)
const MAIL_WITHIN = Duration.seconds(30)

const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  return oneLine(failure instanceof Error ? failure.message : String(failure))
}

/** The findings of a check; one that fails, or takes too long, is an error of its own. */
const within = <R>(
  check: string,
  limit: Duration.Duration,
  advice: string,
  findings: Effect.Effect<ReadonlyArray<Finding>, unknown, R>
) =>
  Effect.disconnect(findings).pipe(
    Effect.timeoutFail({ duration: limit, onTimeout: () => new Error(`no answer within ${Duration.format(limit)}`) }),
    Effect.catchAllCause((cause) => Effect.succeed([error(check, reasonOf(cause), advice)]))
  )

const checkAll = (settings: Settings) =>
  Effect.map(
    Effect.all(
      [
        within("database", WITHIN, "check DATABASE_URL, the database and the way to it", checkDatabase(settings)),
        within(
          "mail server",
          MAIL_WITHIN,
          "check SMTP_URL, the mail server and the way to it",
          checkMailServer(settings.smtpUrl)
        ),
        Effect.succeed([checkNotificationMails(settings)]),
        within("single sign-on", MAIL_WITHIN, "check OIDC_ISSUER and the way to it", checkSingleSignOn(settings)),
        within(
          "disk",
          MAIL_WITHIN,
          "check DATA_DIR",
          Effect.try(() => checkFolders(settings))
        ),
        within(
          "file modes",
          MAIL_WITHIN,
          "run it as the user of the server",
          Effect.try(() => checkModes(settings, process.env))
        )
      ],
      { concurrency: "unbounded" }
    ),
    (all) => all.flat()
  ).pipe(withCommandLogs(settings))

/** `boardwright doctor`: checks what a server needs, and fails with `ErrorsFound` if something is wrong. */
export const doctor = Effect.fnUntraced(function* (form: Form) {
  const settings = yield* Effect.either(readSettings(process.env))
  const found = Either.isLeft(settings)
    ? [invalidConfiguration(settings.left.message)]
    : [
        ...settingsInForce(process.env, settings.right),
        ...checkBaseUrl(settings.right),
        ...(yield* checkAll(settings.right))
      ]
  const findings = [...unknownVariables(process.env), ...found]
  yield* printRows(
    findings,
    {
      status: ({ status }) => status,
      check: ({ check }) => check,
      finding: ({ finding }) => finding,
      "what to do": ({ advice }) => advice
    },
    form
  )
  const errors = findings.filter(({ status }) => status === "error").length
  if (errors > 0) return yield* new ErrorsFound({ message: `errors found: ${errors}` })
})
