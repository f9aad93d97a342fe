import { Context } from "effect"

/** What the systems above have said of a trace, in the context of a caller's span: W3C's `tracestate`, or the empty text. */
export class TraceState extends Context.Reference<TraceState>()("@boardwright/core/TraceState", {
  defaultValue: (): string => ""
}) {}
