import { Board } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { text } from "./columns.js"
import { Database } from "./Database.js"
import { paged } from "./paged.js"
import { INVITATION, SLICE, TOTAL } from "./rows.js"
import { byColumn, columns, query, queryOne, returning } from "./statement.js"

const { boardId, id, status, userId } = INVITATION

const make = Effect.map(Database, (db) => {
  const invite = returning(db, "InvitationRepository.invite", {
    given: INVITATION,
    result: INVITATION,
    text: (sql) => sql`insert into boardwright_invitation ${sql.insert(byColumn(INVITATION))}
      on conflict (board_id, user_id) where status = 'pending' do update set role = excluded.role
      returning ${columns(sql, INVITATION)}`
  })
  const find = queryOne(db, "InvitationRepository.find", {
    given: { id },
    result: INVITATION,
    text: (sql, p) => sql`select ${columns(sql, INVITATION)} from boardwright_invitation where id = ${p.id}`
  })
  const close = returning(db, "InvitationRepository.close", {
    given: { id, status },
    result: INVITATION,
    text: (sql, p) => sql`update boardwright_invitation set status = ${p.status}
      where id = ${p.id} and status = 'pending' returning ${columns(sql, INVITATION)}`
  })
  const remove = returning(db, "InvitationRepository.remove", {
    given: { id },
    result: { id },
    text: (sql, p) => sql`delete from boardwright_invitation where id = ${p.id} and status = 'pending' returning id`
  })
  const listForUser = query(db, "InvitationRepository.listForUser", {
    given: { userId, ...SLICE },
    result: { ...INVITATION, boardName: text() },
    text: (sql, p) => sql`select ${columns(sql, INVITATION, "i")}, b.name as "boardName"
      from boardwright_invitation i join boardwright_board b on b.id = i.board_id
      where i.user_id = ${p.userId} and i.status = 'pending'
      order by i.created_at, i.id limit ${p.limit} offset ${p.offset}`
  })
  const totalForUser = query(db, "InvitationRepository.listForUser", {
    given: { userId },
    result: TOTAL,
    text: (sql, p) => sql`select count(*) as "total" from boardwright_invitation
      where user_id = ${p.userId} and status = 'pending'`
  })
  const listForBoard = query(db, "InvitationRepository.listForBoard", {
    given: { boardId, ...SLICE },
    result: INVITATION,
    text: (sql, p) => sql`select ${columns(sql, INVITATION)} from boardwright_invitation
      where board_id = ${p.boardId} and status = 'pending'
      order by created_at, id limit ${p.limit} offset ${p.offset}`
  })
  const totalForBoard = query(db, "InvitationRepository.listForBoard", {
    given: { boardId },
    result: TOTAL,
    text: (sql, p) => sql`select count(*) as "total" from boardwright_invitation
      where board_id = ${p.boardId} and status = 'pending'`
  })

  return Board.InvitationRepository.of({
    invite: (invitation) =>
      Effect.flatMap(invite({ ...invitation, status: "pending" }), ([stored]) =>
        stored === undefined ? Effect.dieMessage("An invitation was stored and not answered") : Effect.succeed(stored)
      ),
    find: (id) => find({ id }),
    close: (id, status) => Effect.map(close({ id, status }), (rows) => Option.fromNullable(rows[0])),
    remove: (id) => Effect.map(remove({ id }), (rows) => rows.length === 1),
    listForUser: (userId, slice) =>
      paged(slice, listForUser({ userId, limit: slice.limit, offset: slice.offset }), totalForUser({ userId })),
    listForBoard: (boardId, slice) =>
      paged(slice, listForBoard({ boardId, limit: slice.limit, offset: slice.offset }), totalForBoard({ boardId }))
  })
})

/** Invitations in the database's `boardwright_invitation`. */
export const layer: Layer.Layer<Board.InvitationRepository, never, Database> = Layer.effect(
  Board.InvitationRepository,
  make
)
