import type { BoardwrightClient, CallOptions } from "@boardwright/client"
import { Effect } from "effect"
import { everyPage } from "../everyPage.js"
import type { Ask } from "./callServer.js"

type Listed<Name extends string, A> = { readonly pagination: { readonly total: number } } & {
  readonly [N in Name]: ReadonlyArray<A>
}

/** All entries of a list of the server: `call` requests a page of it, which has them under `name`. */
export const askEveryPage = <Name extends string, A>(
  ask: Ask,
  name: Name,
  call: (
    api: BoardwrightClient,
    page: { readonly page: number; readonly limit: number },
    options: CallOptions
  ) => Promise<Listed<Name, A>>
) =>
  everyPage((page) =>
    Effect.map(
      ask((api, options) => call(api, page, options)),
      (listed) => ({ items: listed[name], total: listed.pagination.total })
    )
  )
