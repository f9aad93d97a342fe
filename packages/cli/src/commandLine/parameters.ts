import {
  buildCommand,
  type BaseArgs,
  type Command,
  type CommandContext,
  type TypedCommandParameters
} from "@stricli/core"
import { Effect } from "effect"
import { UsageError } from "../terminal/failures.js"
import { GivenToken, namesServer } from "../terminal/GivenToken.js"

/** Loads a command and calls it with the values from the command line. */
export type Start = () => Promise<Effect.Effect<void, unknown>>

/** Receives the command that a command line names. */
export interface Context extends CommandContext {
  readonly choose: (start: Start) => void
}

type Run<Flags, Args extends BaseArgs> = (flags: Flags, ...args: Args) => Effect.Effect<void, unknown>

/** Copies a record without `Object.prototype`, so that an option called --constructor is unknown like any other. */
export const bare = <A extends object>(record: A): A => Object.assign(Object.create(null) as A, record)

type Load<Flags, Args extends BaseArgs> = () => Promise<Run<Flags, Args>>

const define = <Flags extends Readonly<Partial<Record<keyof Flags, unknown>>>, Args extends BaseArgs>(
  brief: string,
  load: Load<Flags, Args>,
  parameters: TypedCommandParameters<Flags, Args, Context>,
  details: () => string
): Command<Context> =>
  buildCommand<Flags, Args, Context>({
    docs: {
      brief,
      get fullDescription() {
        return details()
      }
    },
    parameters: { ...parameters, flags: bare(parameters.flags ?? {}) } as typeof parameters,
    func(flags, ...args) {
      this.choose(async () => (await load())(flags, ...args))
    }
  })

const onDatabaseOnly = () =>
  new UsageError({ message: "this command works on the database, not over the API: unset BOARDWRIGHT_URL" })

/**
 * Defines a command on the database. `load` imports what runs it, which help and completions do not need.
 */
export const command = <Flags extends Readonly<Partial<Record<keyof Flags, unknown>>>, Args extends BaseArgs = []>(
  brief: string,
  load: Load<Flags, Args>,
  parameters: NoInfer<TypedCommandParameters<Flags, Args, Context>>
): Command<Context> =>
  define<Flags, Args>(
    brief,
    async () => (namesServer() ? onDatabaseOnly : await load()),
    parameters,
    () => brief
  )

/** Defines a command that ignores `BOARDWRIGHT_URL`. `details` replaces the brief in the command's own help. */
export const localCommand = <Flags extends Readonly<Partial<Record<keyof Flags, unknown>>>, Args extends BaseArgs = []>(
  brief: string,
  load: Load<Flags, Args>,
  parameters: NoInfer<TypedCommandParameters<Flags, Args, Context>>,
  details = () => brief
): Command<Context> => define<Flags, Args>(brief, load, parameters, details)

/** Defines a command that works on the database, or over the API of the server that `BOARDWRIGHT_URL` names. */
export const remoteCommand = <
  Flags extends Readonly<Partial<Record<keyof Flags, unknown>>>,
  Args extends BaseArgs = []
>(
  brief: string,
  load: Load<Flags, Args>,
  parameters: NoInfer<TypedCommandParameters<Flags, Args, Context>>
): Command<Context> =>
  define<Flags & { readonly token?: string }, Args>(
    brief,
    async () => {
      const run = await load()
      return ({ token, ...flags }, ...args) =>
        Effect.provideService(run(flags as unknown as Flags, ...args), GivenToken, token)
    },
    // The flags of the command with one more.
    { ...parameters, flags: { ...parameters.flags, token } } as unknown as TypedCommandParameters<
      Flags & { readonly token?: string },
      Args,
      Context
    >,
    () => brief
  )

const named = new Intl.ListFormat("en-GB", { type: "disjunction" })

/** Writes names as "a, b or c". */
export const anyOf = (names: Iterable<string>): string => named.format(names)

const notEmpty = (text: string): string => {
  if (text === "") throw new Error("has no value")
  return text
}

/** Proposes the files that begin with `partial`: the shell lists them itself. */
const proposeFiles = (partial: string) => (partial.startsWith("-") ? [] : [`${partial}*`])

/** A value of the command line, such as NAME. */
const anyText = (placeholder: string, brief: string) => ({
  parse: notEmpty,
  placeholder,
  ...(placeholder === "FILE" ? { proposeCompletions: proposeFiles } : {}),
  brief
})

export const oneOf = <const Value extends string>(values: ReadonlyArray<Value>) => ({
  parse: (written: string): Value => {
    const found = values.find((value) => value === written)
    if (found === undefined) throw new Error(`must be ${anyOf(values)}, not "${written}"`)
    return found
  },
  proposeCompletions: () => values
})

/** An option with a value of its own kind. */
export const option = <A extends object>(parameter: A, placeholder: string, brief: string) =>
  ({ kind: "parsed", optional: true, ...parameter, placeholder, brief: `${placeholder}: ${brief}` }) as const

/** A switch: true if it is given, else undefined. */
export const flag = (brief: string) => ({ kind: "boolean", brief, optional: true, withNegated: false }) as const

export const text = (placeholder: string, brief: string) => option(anyText(placeholder, brief), placeholder, brief)

/** An option with any text that must be given. */
export const required = (placeholder: string, brief: string) =>
  ({ ...text(placeholder, brief), optional: false }) as const

export const repeated = (placeholder: string, brief: string) =>
  ({ ...text(placeholder, brief), variadic: true }) as const

export const choice = <const Value extends string>(values: ReadonlyArray<Value>, brief: string) =>
  option(oneOf(values), values.join("|"), brief)

/** An option with one or several of these words, separated by commas. */
export const choicesOf = <const Value extends string>(
  placeholder: string,
  values: ReadonlyArray<Value>,
  brief: string
) => {
  const { parse } = oneOf(values)
  const all = (written: string) => written.split(",").map((each) => parse(each.trim()))
  return option({ parse: all, proposeCompletions: () => values }, placeholder, `${values.join(",")}: ${brief}`)
}

/** An option with a whole number from `min` to `max`. */
export const wholeNumber = (min: number, max: number, brief: string) => {
  const parse = (text: string): number => {
    if (!/^-?\d{1,15}$/.test(text)) throw new Error(`must be a whole number, not "${text}"`)
    if (Number(text) < min || Number(text) > max) throw new Error(`must be ${min} to ${max}, not ${text}`)
    return Number(text)
  }
  return option({ parse }, "N", brief)
}

/** An option with "auto" or a whole number from 1 to `max`. */
export const numberOrAuto = (max: number, brief: string) => {
  const parse = (text: string): string => {
    if (text === "auto" || (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= max)) return text
    throw new Error(`must be auto or a whole number from 1 to ${max}, not "${text}"`)
  }
  return option({ parse }, "N|auto", brief)
}

export const argument = (placeholder: string, brief: string) =>
  ({ kind: "tuple", parameters: [anyText(placeholder, brief)] }) as const

const token = text("TOKEN", "act by this API token on the server of BOARDWRIGHT_URL (default: BOARDWRIGHT_TOKEN)")
export const json = flag("Write the result as JSON")
export const as = text("EMAIL", "act as this user instead of as the operator, who may do everything")

/** Loads the commands that share a file of the bundle: all but the server and the import. */
export const tools = () => import("../commands/tools.js")

/** The options that select what is on a board, or in a workspace itself. */
export const ofPlace = {
  board: text("ID|NAME", "those of this board"),
  workspace: text("ID|NAME", "those of this workspace itself")
}
