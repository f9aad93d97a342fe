import type { System } from "@boardwright/core"

/** Every port that storage answers: what the storage contract runs on. */
export type Repositories = System.StoragePorts

type NameOf<Key extends string> = Key extends `@boardwright/core/${infer Name}` ? Name : Key

/** The names of those ports: `TaskRepository`, `MailQueue` ... */
export type RepositoryName = NameOf<Repositories["Id"]>
