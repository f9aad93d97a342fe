import { Context } from "effect"

/** What a request may ask of the server that it came to. */
export class Serving extends Context.Reference<Serving>()("@boardwright/http/Serving", {
  defaultValue: (): { readonly isDraining: () => boolean } => ({ isDraining: () => false })
}) {}
