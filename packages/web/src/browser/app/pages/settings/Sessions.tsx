import { useSignal } from "@preact/signals"
import { deviceOf } from "../../../deviceOf.js"
import type { AnswerOf } from "../../../request.js"
import { forgetToken, goTo } from "../../../session.js"
import { api, unlessGone } from "../../api.js"
import { dateText } from "../../cells/read.js"
import { p } from "../../text/pageTexts.js"
import { ActButton } from "../ActButton.js"
import type { Outcome } from "../useOutcome.js"

type Listed = AnswerOf<"accounts", "sessions">
type Session = Listed["sessions"][number]

export const listSessions = (): Promise<Listed> => api.accounts.sessions({ limit: 50 })

const deviceIn = ({ userAgent }: Session): string =>
  userAgent === null
    ? p("settings.unknownDevice")
    : deviceOf(userAgent, (browser, system) => p("securityLog.device", { browser, system }))

/** Where the user is signed in, and how to end that. */
export const Sessions = ({ first, outcome: { act, say } }: { first: Listed; outcome: Outcome }) => {
  const listed = useSignal(first)
  const { pagination, sessions } = listed.value
  const others = pagination.total - sessions.length
  const end = (session: Session) =>
    act(
      async () => {
        await api.accounts.endSession({ id: session.id }).catch(unlessGone)
        return listSessions()
      },
      (next) => {
        listed.value = next
        say(p("settings.sessionEnded", { device: deviceIn(session) }))
      }
    )
  const endAll = () =>
    act(
      () => api.accounts.signOutEverywhere(),
      () => {
        forgetToken()
        goTo("/signin", p("settings.everywhereDone"))
      }
    )
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">{p("settings.sessions")}</h2>
      <ul class="rows" id="sessions" role="list" aria-labelledby="sessions-title">
        {sessions.map((session) => {
          const { createdAt, current, id, seenAt } = session
          const device = deviceIn(session)
          return (
            <li key={id}>
              <span class="grow">
                <strong>{device}</strong>
                <span class="faint">
                  {p("settings.sessionTimes", { created: dateText(createdAt), seen: dateText(seenAt) })}
                </span>
              </span>
              {current ? (
                <span class="faint">{p("settings.thisOne")}</span>
              ) : (
                <ActButton
                  text={p("settings.signOut")}
                  name={p("settings.signOutOf", { device })}
                  run={() => end(session)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {others > 0 ? <p class="hint">{p("settings.moreSessions", { n: others })}</p> : null}
      <p>
        <ActButton text={p("settings.everywhere")} name={p("settings.everywhere")} run={endAll} />
      </p>
    </section>
  )
}
