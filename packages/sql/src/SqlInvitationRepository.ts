import { Board } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { text } from "./codecs.js"
import { Database } from "./Database.js"
import { INVITATION } from "./entities.js"
import { listInPages } from "./pages.js"
import { byColumn, changing, columns, queryOne, returning } from "./statement.js"

const { boardId, id, status, userId } = INVITATION

const make = Effect.map(Database, (db) => {
  const invite = returning(db, "InvitationRepository.invite", {
    given: INVITATION,
    result: INVITATION,
    text: (sql) => sql`insert into boardwright_invitation ${sql.insert(byColumn(INVITATION))}
      on conflict (board_id, user_id) where status = 'pending'
      do update set role = excluded.role, email = excluded.email
      returning ${columns(sql, INVITATION)}`
  })
  const find = queryOne(db, "InvitationRepository.find", {
    given: { id },
    result: INVITATION,
    text: (sql, p) => sql`select ${columns(sql, INVITATION, "i")}
      from boardwright_invitation i join boardwright_board b on b.id = i.board_id
      where i.id = ${p.id} and b.deletion_id is null`
  })
  const close = returning(db, "InvitationRepository.close", {
    given: { id, status },
    result: INVITATION,
    text: (sql, p) => sql`update boardwright_invitation set status = ${p.status}
      where id = ${p.id} and status = 'pending' returning ${columns(sql, INVITATION)}`
  })
  const remove = changing(db, "InvitationRepository.remove", {
    given: { id },
    text: (sql, p) => sql`delete from boardwright_invitation where id = ${p.id} and status = 'pending' returning id`
  })
  const listForUser = listInPages(db, "InvitationRepository.listForUser", {
    given: { userId },
    result: { ...INVITATION, boardName: text() },
    select: (sql) => sql`${columns(sql, INVITATION, "i")}, b.name as "boardName"`,
    from: (sql, p) => sql`boardwright_invitation i join boardwright_board b on b.id = i.board_id
      where i.user_id = ${p.userId} and i.status = 'pending' and b.deletion_id is null`,
    orderBy: "i.created_at, i.id"
  })
  const listForBoard = listInPages(db, "InvitationRepository.listForBoard", {
    given: { boardId },
    result: INVITATION,
    select: (sql) => columns(sql, INVITATION),
    from: (sql, p) => sql`boardwright_invitation where board_id = ${p.boardId} and status = 'pending'`,
    orderBy: "created_at, id"
  })

  return Board.InvitationRepository.of({
    invite: (invitation) =>
      Effect.flatMap(invite({ ...invitation, status: "pending" }), ([stored]) =>
        stored === undefined ? Effect.dieMessage("A stored invitation was not returned") : Effect.succeed(stored)
      ),
    find: (id) => find({ id }),
    close: (id, status) => Effect.map(close({ id, status }), (rows) => Option.fromNullable(rows[0])),
    remove: (id) => remove({ id }),
    listForUser: (userId, slice) => listForUser({ userId }, slice),
    listForBoard: (boardId, slice) => listForBoard({ boardId }, slice)
  })
})

/** Invitations in the database's `boardwright_invitation`. */
export const layer: Layer.Layer<Board.InvitationRepository, never, Database> = Layer.effect(
  Board.InvitationRepository,
  make
)
