import { steps, words } from "@boardwright/sql"

/** What the first migrations made: the tables with an account in them, and the note of which were applied. */
export const oldSchema = (count: number, dialect: "sqlite" | "pg", timestamp: string): ReadonlyArray<string> => {
  const applied = Object.entries(steps).slice(0, count)
  return [
    ...applied.flatMap(([, step]) => step(words[dialect])),
    `create table boardwright_migrations (
      migration_id integer primary key not null, created_at ${timestamp} not null default current_timestamp, name varchar(255) not null
    )`,
    ...applied.map(([name], at) => {
      const title = name.replace(/^\d+_/, "")
      return `insert into boardwright_migrations (migration_id, name) values (${at + 1}, '${title}')`
    }),
    `insert into boardwright_account (id, name, email, normalized_email, avatar, password_hash, verified_at,
      has_completed_onboarding, onboarding_data, token_version, created_at)
    values ('ada', 'Ada', 'Ada@example.com', 'ada@example.com', '/a.svg', 'hash', null, ${dialect === "pg"}, '{}', 3,
      '2026-01-02T12:00:00.345Z')`
  ]
}
