import { type Context, Effect } from "effect"
import { decoderOf, encoderOf, type Fields, type ValuesOf } from "./codecs.js"
import { compile } from "./compile.js"
import type { Database, Run } from "./Database.js"
import type { Place, QueryDefinition } from "./statement.js"

type Db = Context.Tag.Service<Database>

/** Most statements that `adhoc` keeps prepared; then it drops all. */
const MAX_ADHOC = 100

/** A read whose text depends on its input, and the values of its parameters. */
export interface Adhoc<P extends Fields, R extends Fields> extends QueryDefinition<P, R> {
  readonly values: ValuesOf<P>
}

/** Runs reads whose texts depend on their input; those of the last texts stay prepared. */
export const adhoc = (db: Db, operation: string) => {
  const prepared = new Map<string, Run>()
  return <P extends Fields, R extends Fields>({
    given,
    heavy = false,
    long = false,
    result,
    text,
    values
  }: Adhoc<P, R>) => {
    const names = Object.fromEntries(Object.keys(given).map((name) => [name, name])) as { [K in keyof P]: Place }
    const [written, places] = compile(db.dialect, (sql) => text(sql, names))
    let run = prepared.get(written)
    if (run === undefined) {
      if (prepared.size >= MAX_ADHOC) prepared.clear()
      prepared.set(written, (run = db.prepare({ operation, text: written, writes: false, heavy, long, adhoc: true })))
    }
    const decode = decoderOf(db.dialect, result)
    return Effect.map(run(encoderOf(db.dialect, given, places)(values)), decode)
  }
}
