/** The most characters of a result: more would not fit the context of most agents. */
export const MAX_RESULT = 256 * 1024

/** What the API answers. */
export type Body = Readonly<Record<string, unknown>>

const lengthOf = (value: unknown): number => JSON.stringify(value).length

/**
 * A task whose lists are too long with the newer half of the longest one, until it is short enough. `totals` has the numbers
 * of all.
 */
const shortenTask = (body: Body): Body => {
  const { totals } = body
  if (typeof totals !== "object" || totals === null || lengthOf(body) <= MAX_RESULT) return body
  const lists = Object.keys(totals)
    .map((name) => ({ name, list: body[name] as ReadonlyArray<unknown> }))
    .toSorted((left, right) => lengthOf(right.list) - lengthOf(left.list))
  const [longest] = lists
  if (longest === undefined || longest.list.length === 0) return body
  return shortenTask({ ...body, [longest.name]: longest.list.slice(Math.ceil(longest.list.length / 2)) })
}

interface Column {
  readonly options: ReadonlyArray<unknown>
  /** Of a shortened column: the number of all its options. */
  readonly totals?: { readonly options: number }
}

/** A board, or a page of boards. */
interface Boards {
  readonly columns?: ReadonlyArray<Column>
  readonly boards?: ReadonlyArray<Boards>
}

const withOptions = (body: Boards, most: number): Boards => {
  const shortColumn = (column: Column): Column => {
    const total = column.options.length
    return total <= most ? column : { ...column, options: column.options.slice(0, most), totals: { options: total } }
  }
  return {
    ...body,
    ...(body.columns && { columns: body.columns.map(shortColumn) }),
    ...(body.boards && { boards: body.boards.map((board) => withOptions(board, most)) })
  }
}

const mostOptions = ({ boards = [], columns = [] }: Boards): number =>
  Math.max(0, ...columns.map(({ options }) => options.length), ...boards.map(mostOptions))

/** Boards with the first options of each column, so many that they are short enough. A column that has more has `totals`. */
const shortenBoards = (body: Boards, most: number): Boards => {
  const shortened = withOptions(body, most)
  return most === 0 || lengthOf(shortened) <= MAX_RESULT ? shortened : shortenBoards(body, Math.floor(most / 2))
}

/** A task or boards with fewer of what they contain, if they are too long. Other results are as they were. */
export const shorten = (body: Body): Body => {
  const task = shortenTask(body)
  return { ...task, ...shortenBoards(task, mostOptions(task)) }
}
