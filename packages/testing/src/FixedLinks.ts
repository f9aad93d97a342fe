import { Ports } from "@boardwright/core"
import { Layer } from "effect"

/** Links to this server at `https://api.example.test` and the front end at `https://app.example.test`. */
export const layer: Layer.Layer<Ports.Links> = Layer.succeed(
  Ports.Links,
  Ports.Links.to("https://api.example.test", "https://app.example.test")
)
