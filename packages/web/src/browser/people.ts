import type { Board } from "@boardwright/client"
import type { AnswerOf } from "./request.js"
import { read } from "./session.js"

type Named = readonly [id: string, name: string | null]

const byId = (named: ReadonlyArray<Named>): ReadonlyMap<string, string> =>
  new Map(named.flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])))

/** The names of the members of boards, by user id. */
export const namesOf = (boards: ReadonlyArray<Pick<Board, "members">>): ReadonlyMap<string, string> =>
  byId(boards.flatMap(({ members }) => members.map(({ name, userId }): Named => [userId, name])))

/** The names of everyone who appears on a board, by user id; of its members where those are not to be had. */
export const namesOn = async (board: Pick<Board, "id" | "members">): Promise<ReadonlyMap<string, string>> => {
  const path = `/api/boards/${encodeURIComponent(board.id)}/people?limit=1000`
  const listed = await read<AnswerOf<"boards", "people">>(path)
  return listed?.ok === true ? byId(listed.answer.people.map(({ id, name }): Named => [id, name])) : namesOf([board])
}
