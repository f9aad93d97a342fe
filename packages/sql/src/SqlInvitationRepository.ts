import { Account, Board } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect, Layer, Option } from "effect"
import { nullable, text, timestamp, type ValuesOf } from "./codecs.js"
import { Database } from "./Database.js"
import { INVITATION } from "./entities.js"
import { listInPages } from "./pages.js"
import { byColumn, changing, columns, command, query, queryOne, returning } from "./statement.js"

const { id, status } = INVITATION
const placeId = text()
const userId = text<Account.UserId>()
const address = text()
const tokenHash = text()

const toStored = (invitation: Board.Invitation) => ({ ...invitation, userId: invitation.userId ?? invitation.id })

const toInvitation = (row: ValuesOf<typeof INVITATION>): Board.Invitation => ({
  ...row,
  userId: row.userId === row.id ? null : (row.userId as Account.UserId)
})

const stored = (rows: ReadonlyArray<ValuesOf<typeof INVITATION>>): Effect.Effect<Board.Invitation> =>
  rows[0] === undefined
    ? Effect.dieMessage("A stored invitation was not returned")
    : Effect.succeed(toInvitation(rows[0]))

const make = Effect.map(Database, (db) => {
  /** The statements about invitations to a place. */
  const ofPlace = (column: "board_id" | "workspace_id") => {
    const place = (sql: Statement.Constructor) => sql.literal(column)
    return {
      pending: query(db, "InvitationRepository.pending", {
        given: { placeId, userId: nullable(userId), address: nullable(address) },
        result: INVITATION,
        text: (sql, p) => sql`select ${columns(sql, INVITATION)} from boardwright_invitation
          where ${place(sql)} = ${p.placeId} and status = 'pending' and (user_id = ${p.userId} or address = ${p.address})`
      }),
      invite: returning(db, "InvitationRepository.invite", {
        given: INVITATION,
        result: INVITATION,
        text: (sql) => sql`insert into boardwright_invitation ${sql.insert(byColumn(INVITATION))}
          on conflict (${place(sql)}, user_id) where status = 'pending'
          do update set role = excluded.role, inviter_id = excluded.inviter_id
          returning ${columns(sql, INVITATION)}`
      }),
      list: listInPages(db, "InvitationRepository.listForPlace", {
        given: { placeId },
        result: INVITATION,
        from: (sql, p) => sql`boardwright_invitation where ${place(sql)} = ${p.placeId} and status = 'pending'`,
        orderBy: "created_at, id"
      })
    }
  }
  const of = { board: ofPlace("board_id"), workspace: ofPlace("workspace_id") }
  const offered = { ...INVITATION, address }
  const offer = returning(db, "InvitationRepository.offer", {
    given: offered,
    result: INVITATION,
    text: (sql) => sql`insert into boardwright_invitation ${sql.insert(byColumn(offered))}
      on conflict (id) do update set role = excluded.role, user_id = excluded.user_id, email = excluded.email,
        address = excluded.address, inviter_id = excluded.inviter_id, expires_at = excluded.expires_at
      returning ${columns(sql, INVITATION)}`
  })
  const setToken = command(db, "InvitationRepository.setToken", {
    given: { id, tokenHash },
    text: (sql, p) => sql`update boardwright_invitation set token_hash = ${p.tokenHash}
      where id = ${p.id} and status = 'pending'`
  })
  const findByToken = queryOne(db, "InvitationRepository.findByToken", {
    given: { tokenHash },
    result: INVITATION,
    text: (sql, p) => sql`select ${columns(sql, INVITATION, "i")}
      from boardwright_invitation i left join boardwright_board b on b.id = i.board_id
      where i.token_hash = ${p.tokenHash} and i.status = 'pending' and b.deletion_id is null`
  })
  const bind = command(db, "InvitationRepository.bind", {
    given: { address, userId, at: timestamp },
    text: (sql, p) => sql`update boardwright_invitation set user_id = ${p.userId}
      where address = ${p.address} and status = 'pending' and user_id = id and expires_at > ${p.at} and not exists (
        select 1 from boardwright_invitation o
        where (o.board_id = boardwright_invitation.board_id or o.workspace_id = boardwright_invitation.workspace_id)
          and o.user_id = ${p.userId} and o.status = 'pending'
      ) and not exists (
        select 1 from boardwright_member m
        where m.board_id = boardwright_invitation.board_id and m.user_id = ${p.userId}
      ) and not exists (
        select 1 from boardwright_workspace_member m
        where m.workspace_id = boardwright_invitation.workspace_id and m.user_id = ${p.userId}
      ) and not exists (
        select 1 from boardwright_workspace w left join boardwright_board b on b.workspace_id = w.id
        where w.owner_id = ${p.userId}
          and (w.id = boardwright_invitation.workspace_id or b.id = boardwright_invitation.board_id))`
  })
  const find = queryOne(db, "InvitationRepository.find", {
    given: { id },
    result: INVITATION,
    text: (sql, p) => sql`select ${columns(sql, INVITATION, "i")}
      from boardwright_invitation i left join boardwright_board b on b.id = i.board_id
      where i.id = ${p.id} and b.deletion_id is null`
  })
  const removeOf = returning(db, "InvitationRepository.removeOf", {
    given: { userId },
    result: INVITATION,
    text: (sql, p) => sql`delete from boardwright_invitation where user_id = ${p.userId}
      returning ${columns(sql, INVITATION)}`
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
    result: { ...INVITATION, boardName: nullable(text()), workspaceName: nullable(text()) },
    select: (sql) => sql`${columns(sql, INVITATION, "i")}, b.name as "boardName", w.name as "workspaceName"`,
    from: (sql, p) => sql`boardwright_invitation i left join boardwright_board b on b.id = i.board_id
      left join boardwright_workspace w on w.id = i.workspace_id
      where i.user_id = ${p.userId} and i.status = 'pending' and b.deletion_id is null`,
    orderBy: "i.created_at, i.id"
  })

  return Board.InvitationRepository.of({
    pending: (place, userId, address) =>
      Effect.map(of[place.kind].pending({ placeId: place.id, userId, address }), (rows) => rows.map(toInvitation)),
    invite: (invitation) =>
      Effect.flatMap(of[Board.placeOf(invitation).kind].invite({ ...invitation, status: "pending" }), stored),
    offer: (invitation) =>
      Effect.flatMap(
        offer({
          ...toStored(invitation),
          status: "pending",
          address: Account.normalizeEmail(invitation.email)
        }),
        stored
      ),
    setToken: (id, tokenHash) => setToken({ id, tokenHash }),
    findByToken: (tokenHash) => Effect.map(findByToken({ tokenHash }), Option.map(toInvitation)),
    bind: (address, userId, at) => bind({ address, userId, at }),
    find: (id) => Effect.map(find({ id }), Option.map(toInvitation)),
    close: (id, status) =>
      Effect.map(close({ id, status }), (rows) => Option.map(Option.fromNullable(rows[0]), toInvitation)),
    removeOf: (userId) => Effect.map(removeOf({ userId }), (rows) => rows.map(toInvitation)),
    remove: (id) => remove({ id }),
    listForUser: (userId, slice) =>
      Effect.map(listForUser({ userId }, slice), ({ items, total }) => ({
        items: items.map((invitation) => ({ ...invitation, userId })),
        total
      })),
    listForPlace: (place, slice) =>
      Effect.map(of[place.kind].list({ placeId: place.id }, slice), ({ items, total }) => ({
        items: items.map(toInvitation),
        total
      }))
  })
})

/** Invitations in the database's `boardwright_invitation`. */
export const layer: Layer.Layer<Board.InvitationRepository, never, Database> = Layer.effect(
  Board.InvitationRepository,
  make
)
