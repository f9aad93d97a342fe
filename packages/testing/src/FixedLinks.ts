import { Ports } from "@boardwright/core"
import { Layer } from "effect"

/** The front end's address. */
export const APP_URL = "https://app.example.test"

/** Links to this server at `https://api.example.test` and the front end at `APP_URL`. */
export const layer: Layer.Layer<Ports.Links> = Layer.succeed(
  Ports.Links,
  Ports.Links.to("https://api.example.test", APP_URL)
)
