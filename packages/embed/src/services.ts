import type { Ports, System } from "@boardwright/core"

/** The ports that a storage adapter answers. */
export type StoragePorts = System.StoragePorts

/** The ports that the host chooses an adapter for, besides storage. */
export type AccountPorts = Ports.Mailer | Ports.PasswordHasher | Ports.AccessTokens
