import type { Board } from "@boardwright/client"
import type { AnswerOf } from "./request.js"
import { read } from "./session.js"

type Named = readonly [id: string, name: string | null]

const byId = (named: ReadonlyArray<Named>): ReadonlyMap<string, string> =>
  new Map(named.flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])))

/** The names of the members of boards, by user id. */
const namesOf = (boards: ReadonlyArray<Pick<Board, "members">>): ReadonlyMap<string, string> =>
  byId(boards.flatMap(({ members }) => members.map(({ name, userId }): Named => [userId, name])))

/** Who wrote on a board once and has no name any more. */
const FORMER = "a former member"

/** The names of everyone who appears on a board, by user id; of its members where those are not to be had. */
export const namesOn = async (board: Pick<Board, "id" | "members">): Promise<ReadonlyMap<string, string>> => {
  const path = `/api/boards/${encodeURIComponent(board.id)}/people?limit=1000`
  const listed = await read<AnswerOf<"boards", "people">>(path)
  if (listed?.ok !== true) return namesOf([board])
  const { people } = listed.answer
  const hasNames = people.some(({ name }) => name !== null)
  return byId(people.map(({ id, name, role }): Named => [id, name ?? (hasNames && role === null ? FORMER : null)]))
}
