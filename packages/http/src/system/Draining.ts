import { Context } from "effect"

/** Whether the server is stopping. */
export class Draining extends Context.Reference<Draining>()("@boardwright/http/Draining", {
  defaultValue: (): { readonly isDraining: () => boolean } => ({ isDraining: () => false })
}) {}
