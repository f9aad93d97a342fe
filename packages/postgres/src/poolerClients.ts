import type { ClientBase } from "pg"

/**
 * Connected clients of a pooler. It may run each of their transactions in another session of the server, so nothing that is
 * prepared or set lasts longer than a transaction.
 */
export const poolerClients = new WeakSet<ClientBase>()

/** The id of a client's process on the server. A pooler makes one up, so that it is not that of any session. */
export const processIdOf = (client: ClientBase): number | null =>
  (client as ClientBase & { readonly processID?: number | null }).processID ?? null
