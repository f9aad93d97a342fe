import type { Board } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect } from "effect"
import { count, text } from "./codecs.js"
import type { Database } from "./Database.js"
import type { Boards, Entries, FindWords, searchStatements } from "./searchStatements.js"
import { boardWord } from "./searchTexts.js"
import { query } from "./statement.js"

type Db = Context.Tag.Service<Database>

/** Parts of the index that a sample is taken from, the entries of each, and the characters of words of each of these. */
const SAMPLED = { parts: 20, entries: 25, characters: 2000 }

/**
 * In how many parts of the sample is what is called common: one in a hundred entries, if they are spread. What one board alone has is
 * in few parts, and is looked up: the last entries may have none of it.
 */
const COMMON = 5

/** Entries that are looked through at a time. */
const STRIDE = 1000

/** How long a sample is taken for one of what is stored. */
const SAMPLE_MILLIS = 10_000

/** The condition that every entry meets: no word is a broken bar alone. */
const ANY = "!'¦'"

/**
 * The tasks of entries `e`, and whether their boards are searched: each is looked up, and what was found of a board is remembered.
 * A planner that expects few boards would begin with all of their tasks; with "offset" it makes no other join of it.
 */
const withTasks = (sql: Statement.Constructor, entries: Statement.Fragment, { hasBoard }: Boards) =>
  sql`${entries}
    cross join lateral (select * from boardwright_task t where t.id = e.task_id and t.deletion_id is null offset 0) t
    cross join lateral (select from boardwright_board b where b.id = t.board_id and ${hasBoard} offset 0) b`

/** The words beside those of the index are an expression, which the planner cannot look up in it. */
const byIndex: Entries = (sql, p, boards) =>
  sql`${withTasks(sql, sql`boardwright_search_entry e`, boards)} where e.words @@ ${p.words}::tsquery
    and (e.words || ''::tsvector) @@ ${p.others}::tsquery order by e.id desc`

/** Looks through the entries, a stride after another until there are enough, whatever the planner expects. */
const byOrder: Entries = (sql, p, boards) => {
  const stride = sql.literal(String(STRIDE))
  const entries = sql`(select min(id) as first, max(id) as last from boardwright_search_entry) ends
    cross join lateral generate_series(ends.last, ends.first, -${stride}) part
    cross join lateral (select task_id, comment_id from boardwright_search_entry where id <= part and id > part - ${stride}
      and (words || ''::tsvector) @@ (${p.words}::tsquery && ${p.others}::tsquery) order by id desc) e`
  return withTasks(sql, entries, boards)
}

/** The sampled entries: their words, each between spaces, and the part that they are of. */
const readSample = (db: Db) =>
  query(db, "SearchIndex.find", {
    given: {},
    result: { part: count, words: text() },
    text: (sql) => {
      const most = (what: keyof typeof SAMPLED) => sql.literal(String(SAMPLED[what]))
      const words = sql`left(array_to_string(tsvector_to_array(words), ' '), ${most("characters")})`
      return sql`select part as "part", concat(' ', ${words}, ' ') as "words"
        from (select min(id) as first, max(id) as last from boardwright_search_entry) ends
        cross join generate_series(0, ${most("parts")} - 1) part
        cross join lateral (select words from boardwright_search_entry
          where id >= first + (last - first) * part / ${most("parts")} order by id limit ${most("entries")}) e`
    }
  })

/** A condition on the words of an entry. */
export interface Condition {
  /** As PostgreSQL writes it. */
  readonly query: string
  /** Whether the words of an entry, as the sample has them, meet it. */
  readonly isMet: (words: string) => boolean
}

const allOf = (conditions: ReadonlyArray<Condition>): string =>
  conditions.length === 0 ? ANY : conditions.map(({ query }) => query).join(" & ")

/** An entry has a word that begins with this one, which is folded. */
export const beginning = (word: string): Condition => ({
  query: `'${word}':*`,
  isMet: (words) => words.includes(` ${word}`)
})

/** An entry is of one of the boards. */
export const onOneOf = (boards: ReadonlyArray<Board.BoardId>): Condition => {
  const all = new Set(boards.map(boardWord))
  return {
    query: `(${[...all].map((word) => `'${word}'`).join(" | ")})`,
    isMet: (words) => all.has(/ (¦[^ ]*)/.exec(words)?.[1] ?? "")
  }
}

/**
 * Divides conditions into those to look up in the index and those to check in what they find. PostgreSQL's index gathers all
 * entries that meet a condition before it returns one, so what is common in a sample is only checked.
 */
export const dividing = (db: Db) => {
  const read = readSample(db)
  let kept: { readonly at: number; readonly sample: Effect.Effect.Success<ReturnType<typeof read>> } | undefined
  const current = Effect.gen(function* () {
    const now = yield* Effect.clockWith((clock) => Effect.succeed(clock.unsafeCurrentTimeMillis()))
    if (kept === undefined || now - kept.at > SAMPLE_MILLIS) kept = { at: now, sample: yield* read({}) }
    return kept.sample
  })
  return (conditions: ReadonlyArray<Condition>) =>
    Effect.map(current, (sample) => {
      const areCommon = (all: ReadonlyArray<Condition>): boolean => {
        const met = sample.filter(({ words }) => all.every(({ isMet }) => isMet(words)))
        return new Set(met.map(({ part }) => part)).size >= COMMON
      }
      const rare = conditions.filter((each) => !areCommon([each]))
      const first = rare.length > 0 ? rare : conditions
      const others = conditions.filter((condition) => !first.includes(condition))
      return { areCommon: areCommon(conditions), words: allOf(first), others: allOf(others) }
    })
}

/** What meets only common conditions is among the last entries. */
export const searchInPostgres = (db: Db) => {
  const divide = dividing(db)
  return ({ find }: ReturnType<typeof searchStatements>): FindWords => {
    const [look, walk] = [find(byIndex), find(byOrder)]
    return Effect.fnUntraced(function* (where, words, boards) {
      const conditions = [...words.map(beginning), ...(boards.length === 0 ? [] : [onOneOf(boards)])]
      const { areCommon, ...divided } = yield* divide(conditions)
      if (areCommon) return yield* walk({ ...where, words: ANY, others: allOf(conditions) })
      return yield* look({ ...where, ...divided })
    })
  }
}
