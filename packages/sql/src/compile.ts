import * as Statement from "@effect/sql/Statement"
import { Effect } from "effect"
import type { Dialect } from "./Database.js"

const quote = Statement.defaultEscape('"')
const nothing = (): readonly [string, ReadonlyArray<unknown>] => ["", []]

const compilerOf = (dialect: Dialect, placeholder: (index: number) => string): Statement.Compiler =>
  Statement.makeCompiler({ dialect, placeholder, onIdentifier: quote, onRecordUpdate: nothing, onCustom: nothing })

const compilers: Record<Dialect, Statement.Compiler> = {
  // After ANALYZE, SQLite prepares a statement again whenever a bare `?` is bound that its plan may depend on (STAT4),
  // which costs several times what the statement does. An operand of an expression is not such a parameter.
  sqlite: compilerOf("sqlite", () => "+?"),
  pg: compilerOf("pg", (index) => `$${index}`)
}

// Only writes statements: the database compiles and runs them.
const constructorOf = (dialect: Dialect): Statement.Constructor =>
  Statement.make(Effect.dieMessage("A statement is run by the database"), compilers[dialect], [], undefined)

const constructors: Record<Dialect, Statement.Constructor> = {
  sqlite: constructorOf("sqlite"),
  pg: constructorOf("pg")
}

/** Compiles a fragment: its text, and its places in the order of the placeholders. */
export const compile = (
  dialect: Dialect,
  write: (sql: Statement.Constructor) => Statement.Fragment
): readonly [text: string, places: ReadonlyArray<unknown>] => {
  const [text, places] = compilers[dialect].compile(write(constructors[dialect]), false)
  return [text.replace(/\s+/g, " ").trim(), places]
}

/** A statement that is made when it first runs: a process runs few of those there are, and compiling all takes 70 ms. */
export const whenFirstRun = <P extends ReadonlyArray<unknown>, R>(
  { eager = false }: { readonly eager?: boolean },
  make: () => (...parameters: P) => R
) => {
  let made = eager ? make() : undefined
  return (...parameters: P): R => (made ??= make())(...parameters)
}
