import { Args, Command, Options } from "@effect/cli"
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { readCommandLine } from "../src/terminal/readCommandLine.js"
import { shapeOf } from "../src/terminal/shapeOf.js"

const take = Command.make("take", {
  file: Args.text({ name: "FILE" }),
  others: Args.text({ name: "OTHER" }).pipe(Args.repeated),
  board: Options.text("board").pipe(Options.withAlias("b"), Options.withPseudoName("NAME"), Options.optional),
  count: Options.integer("count").pipe(Options.withDefault(1)),
  dryRun: Options.boolean("dry-run"),
  form: Options.choice("form", ["csv", "json"]).pipe(Options.withDefault("csv")),
  map: Options.text("map").pipe(Options.repeated),
  owner: Options.text("owner").pipe(Options.withDescription("Whose it is"))
})
const list = Command.make("list", {
  what: Args.choice(
    [
      ["boards", 1],
      ["users", 2]
    ],
    { name: "WHAT" }
  ).pipe(Args.optional)
})
const root = shapeOf(Command.make("tool").pipe(Command.withSubcommands([take, list])))

const read = (line: string) => Either.getOrThrow(readCommandLine(root, line.split(" ")))
const wrong = (line: string) => {
  const { help, message } = Either.getOrThrow(Either.flip(readCommandLine(root, line.split(" ").filter(Boolean))))
  return [message, help]
}

describe("a command line", () => {
  it.each([
    ["take --owner me f", "tool take --owner me -- f"],
    ["take f --owner me", "tool take --owner me -- f"],
    ["take f --owner=me g -", "tool take --owner me -- f g -"],
    ["take --map a=b f --map=c=d=e --owner me", "tool take --map a=b --map c=d=e --owner me -- f"],
    ["take -b x --dry-run f --owner me", "tool take --board x --dry-run --owner me -- f"],
    ["take --board=--x --owner me f", "tool take --board --x --owner me -- f"],
    ["take --owner - --count -3 -- --f", "tool take --owner - --count -3 -- --f"],
    ["list", "tool list"],
    ["list users", "tool list -- users"]
  ])("%s is put in order", (line, words) => {
    expect(read(line)).toEqual({ _tag: "Run", words: words.split(" ") })
  })

  it.each(["take --help", "take f --dry-run -h --nonsense"])("%s asks for the help of take", (line) => {
    expect(read(line)).toMatchObject({ _tag: "Help", path: ["tool", "take"], command: { name: "take" } })
  })

  it.each([
    ["", "a command is missing: take or list", "tool"],
    ["tkae f", '"tkae" is no command; did you mean take?', "tool"],
    ["whatever", '"whatever" is no command', "tool"],
    ["take --bord x f", "--bord is no option; did you mean --board?", "tool take"],
    ["take -x f", "-x is no option; did you mean -b?", "tool take"],
    ["take --owner me", "FILE is missing", "tool take"],
    ["take f", "--owner is missing", "tool take"],
    ["take f --owner", "--owner needs a value: --owner TEXT", "tool take"],
    ["take f --board --dry-run", "--board needs a value: --board NAME", "tool take"],
    ["take f --owner a --owner b", "--owner is given twice", "tool take"],
    ["take f --dry-run=no", "--dry-run takes no value", "tool take"],
    ["take f --form jsn", '--form must be csv or json, not "jsn"; did you mean json?', "tool take"],
    ["take f --count 1.5", '--count must be a whole number, not "1.5"', "tool take"],
    ["list board", 'WHAT must be boards or users, not "board"; did you mean boards?', "tool list"],
    ["list users users", '"users" is one argument too many', "tool list"]
  ])("%s is refused", (line, message, help) => {
    expect(wrong(line)).toEqual([message, help])
  })

  it("reads options as they are declared", () => {
    const [shape] = root.commands
    expect(
      shape?.options.map(({ isRepeated, isRequired, names, value }) => [...names, value, isRequired, isRepeated])
    ).toEqual([
      ["--board", "-b", "NAME", false, false],
      ["--count", "N", false, false],
      ["--dry-run", null, false, false],
      ["--form", "csv|json", false, false],
      ["--map", "TEXT", false, true],
      ["--owner", "TEXT", true, false]
    ])
    expect(shape?.options.at(-1)?.description).toBe("Whose it is")
    expect(shape?.arguments).toMatchObject([
      { name: "FILE", isRequired: true, isRepeated: false },
      { name: "OTHER", isRequired: false, isRepeated: true }
    ])
  })
})
