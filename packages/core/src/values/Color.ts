import { Schema } from "effect"

/** A color as `#RRGGBB`, kept as sent. */
export const Color = Schema.String.annotations({ message: () => "must be a color as #RRGGBB" }).pipe(
  Schema.pattern(/^#[0-9A-Fa-f]{6}$/, { message: () => "must be a color as #RRGGBB" })
)
