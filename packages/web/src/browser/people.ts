import type { Board } from "@boardwright/client"

/** The names of the people of boards, by user id. */
export const namesOf = (boards: ReadonlyArray<Pick<Board, "members">>): ReadonlyMap<string, string> =>
  new Map(boards.flatMap(({ members }) => members.map(({ name, userId }) => [userId, name ?? "Someone"] as const)))
