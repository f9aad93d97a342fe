import type { Board, Ports, Values } from "@boardwright/core"
import type { Context, Effect } from "effect"
import { type Codec, timestamp } from "./codecs.js"
import type { Database } from "./Database.js"
import { MEMBER } from "./entities.js"
import { columns, command, query } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Done = Effect.Effect<void, Ports.StorageUnavailable>

interface Members<Id> {
  readonly putMember: (of: Id, member: Board.Member, joinedAt: Values.Timestamp.Timestamp) => Done
  readonly members: (of: Id) => Effect.Effect<ReadonlyArray<Board.Member>, Ports.StorageUnavailable>
  readonly removeMember: (of: Id, userId: Board.Member["userId"]) => Done
}

/** The members of what a repository stores, in a table that has its id in a column. */
export const membersOf = <Id>(
  db: Db,
  repository: string,
  { column, id, table }: { readonly table: string; readonly column: string; readonly id: Codec<Id> }
): Members<Id> => {
  const put = command(db, `${repository}.putMember`, {
    given: { of: id, ...MEMBER, joinedAt: timestamp },
    text: (sql, p) => sql`insert into ${sql.literal(table)} (${sql.literal(column)}, user_id, role, joined_at)
      values (${p.of}, ${p.userId}, ${p.role}, ${p.joinedAt})
      on conflict (${sql.literal(column)}, user_id) do update set role = excluded.role`
  })
  const list = query(db, `${repository}.members`, {
    given: { of: id },
    result: MEMBER,
    text: (sql, p) => sql`select ${columns(sql, MEMBER)} from ${sql.literal(table)}
      where ${sql.literal(column)} = ${p.of} order by joined_at, user_id`
  })
  const remove = command(db, `${repository}.removeMember`, {
    given: { of: id, userId: MEMBER.userId },
    text: (sql, p) =>
      sql`delete from ${sql.literal(table)} where ${sql.literal(column)} = ${p.of} and user_id = ${p.userId}`
  })
  return {
    putMember: (of, member, joinedAt) => put({ ...member, of, joinedAt }),
    members: (of) => list({ of }),
    removeMember: (of, userId) => remove({ of, userId })
  }
}
