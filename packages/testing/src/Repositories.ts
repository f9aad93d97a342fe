import type { System } from "@boardwright/core"

/** Every storage port: the contract of a storage adapter runs on them. */
export type Repositories = System.StoragePorts

type NameOf<Key extends string> = Key extends `@boardwright/core/${infer Name}` ? Name : Key

/** The names of those ports: `TaskRepository`, `MailQueue` ... */
export type RepositoryName = NameOf<Repositories["Id"]>
