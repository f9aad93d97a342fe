import { Ports } from "@boardwright/core"
import { Context, Effect, Layer, Ref } from "effect"

/** The sent mails, oldest first, and the number of next sends that fail. */
interface Outgoing {
  readonly sent: ReadonlyArray<Ports.Mail>
  readonly failing: number
}

const make = Effect.map(Ref.make<Outgoing>({ sent: [], failing: 0 }), (outgoing) => {
  const sent = Effect.map(Ref.get(outgoing), (state) => state.sent)
  const send = (mail: Ports.Mail) =>
    Ref.modify(outgoing, (state): readonly [Effect.Effect<void, Ports.MailUnavailable>, Outgoing] =>
      state.failing > 0
        ? [new Ports.MailUnavailable({ cause: new Error("told to fail") }), { ...state, failing: state.failing - 1 }]
        : [Effect.void, { ...state, sent: [...state.sent, mail] }]
    ).pipe(Effect.flatten)
  return Context.make(Ports.Mailer, { send }).pipe(
    Context.add(RecordingMailer, {
      sent,
      sentTo: (address) => Effect.map(sent, (mails) => mails.filter(({ to }) => to === address)),
      failNext: (count) => Ref.update(outgoing, (state) => ({ ...state, failing: count }))
    })
  )
})

/** A mailer that records its mails; tests read them by this tag. */
export class RecordingMailer extends Context.Tag("@boardwright/testing/RecordingMailer")<
  RecordingMailer,
  {
    /** The mails sent so far, oldest first. */
    readonly sent: Effect.Effect<ReadonlyArray<Ports.Mail>>
    /** The mails to one address, exactly as written. */
    readonly sentTo: (address: string) => Effect.Effect<ReadonlyArray<Ports.Mail>>
    /** Makes the next `count` sends fail with `MailUnavailable`; 0 ends that. */
    readonly failNext: (count: number) => Effect.Effect<void>
  }
>() {
  static readonly layer: Layer.Layer<RecordingMailer | Ports.Mailer> = Layer.effectContext(Effect.suspend(() => make))
}
