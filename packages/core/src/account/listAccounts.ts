import { Effect, Schema } from "effect"
import { requireOperator } from "../access/Actor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { NAME_LENGTH, optional, text } from "../values/Text.js"
import { toDetails } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"

/** `search` (at most 255 characters, trimmed; empty: everyone), and which page. */
export const ListAccounts = Schema.Struct({ search: optional(text(NAME_LENGTH)), ...PageFields })
export type ListAccounts = typeof ListAccounts.Encoded

const decode = decodeInput(ListAccounts)

/**
 * Accounts in order of creation, disabled ones too; with `search` those whose name or address holds the text, where the
 * letters A to Z match in either case. For the operator. Fails with `Forbidden` or `InvalidInput`.
 */
export const listAccounts = Effect.fnUntraced(function* (input: ListAccounts = {}) {
  yield* requireOperator("list accounts")
  const accounts = yield* AccountRepository
  const query = yield* decode(input)
  const slice = toSlice(query)
  const { items, total } = yield* accounts.list((query.search ?? "").trim(), slice)
  return listed(slice, { items: items.map(toDetails), total })
})
