import { stripVTControlCharacters } from "node:util"
import { HelpDoc } from "@effect/cli"
import type { ArgumentShape, CommandShape, OptionShape } from "./CommandShape.js"

// What @effect/cli keeps of a command. Its types do not tell, and its public functions tell only parts.
interface Instruction {
  readonly _tag: string
  readonly name: string
  readonly fullName: string
  readonly aliases: ReadonlyArray<string>
  readonly primitiveType: {
    readonly _tag: string
    readonly alternatives?: ReadonlyArray<readonly [name: string, value: unknown]>
  }
  readonly pseudoName: { readonly value?: string }
  readonly description: HelpDoc.HelpDoc
  readonly args: Instruction
  readonly options: Instruction
  readonly argumentOption: Instruction
  readonly left: Instruction
  readonly right: Instruction
  readonly min: { readonly value?: number }
  readonly command: Instruction
  readonly parent: Instruction
  readonly children: ReadonlyArray<Instruction>
}

const VALUES: { readonly [tag: string]: string } = { Integer: "N", Float: "NUMBER", Path: "PATH", DateTime: "TIME" }

const textOf = (description: HelpDoc.HelpDoc): string =>
  stripVTControlCharacters(HelpDoc.toAnsiText(description)).replaceAll(/\s+/g, " ").trim()

const choicesOf = ({ primitiveType }: Instruction): ReadonlyArray<string> =>
  (primitiveType.alternatives ?? []).map(([name]) => name)

const placeholderOf = (single: Instruction): string => {
  const choices = choicesOf(single)
  return choices.length > 0
    ? choices.join("|")
    : (single.pseudoName.value ?? VALUES[single.primitiveType._tag] ?? "TEXT")
}

const unknown = ({ _tag }: Instruction): Error => new Error(`@effect/cli: ${_tag} is nothing that is known here`)

const dashed = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`)

const optionsOf = (node: Instruction, isRequired = true, isRepeated = false): ReadonlyArray<OptionShape> => {
  switch (node._tag) {
    case "Empty":
      return []
    case "Single": {
      const { _tag } = node.primitiveType
      const value = _tag === "Bool" ? null : placeholderOf(node)
      const names: OptionShape["names"] = [node.fullName, ...node.aliases.map(dashed)]
      const shape = { names, value, choices: choicesOf(node), isWhole: _tag === "Integer", isRepeated }
      return [{ ...shape, isRequired: isRequired && value !== null, description: textOf(node.description) }]
    }
    case "Both":
      return [...optionsOf(node.left, isRequired, isRepeated), ...optionsOf(node.right, isRequired, isRepeated)]
    case "OrElse":
      return [...optionsOf(node.left, false, isRepeated), ...optionsOf(node.right, false, isRepeated)]
    case "Map":
      return optionsOf(node.options, isRequired, isRepeated)
    case "WithDefault":
    case "WithFallback":
      return optionsOf(node.options, false, isRepeated)
    case "KeyValueMap":
      return optionsOf(node.argumentOption, isRequired, true).map((option) => ({ ...option, value: "KEY=VALUE" }))
    case "Variadic":
      return optionsOf(node.argumentOption, isRequired && (node.min.value ?? 0) > 0, true)
    default:
      throw unknown(node)
  }
}

const argumentsOf = (node: Instruction, isRequired = true, isRepeated = false): ReadonlyArray<ArgumentShape> => {
  switch (node._tag) {
    case "Empty":
      return []
    case "Single": {
      const name = (node.pseudoName.value ?? node.name).replaceAll(/[<>]/g, "")
      return [{ name, choices: choicesOf(node), description: textOf(node.description), isRequired, isRepeated }]
    }
    case "Both":
      return [...argumentsOf(node.left, isRequired, isRepeated), ...argumentsOf(node.right, isRequired, isRepeated)]
    case "Map":
      return argumentsOf(node.args, isRequired, isRepeated)
    case "WithDefault":
    case "WithFallbackConfig":
      return argumentsOf(node.args, false, isRepeated)
    case "Variadic":
      return argumentsOf(node.args, isRequired && (node.min.value ?? 0) > 0, true)
    default:
      throw unknown(node)
  }
}

const commandOf = (node: Instruction): CommandShape => {
  switch (node._tag) {
    case "Standard": {
      const { args, description, name, options } = node
      const parts = { options: optionsOf(options), arguments: argumentsOf(args) }
      return { name, description: textOf(description), ...parts, commands: [] }
    }
    case "Map":
      return commandOf(node.command)
    case "Subcommands":
      return { ...commandOf(node.parent), commands: node.children.map(commandOf) }
    default:
      throw unknown(node)
  }
}

/** The command line that a command of @effect/cli takes. */
export const shapeOf = ({ descriptor }: { readonly descriptor: unknown }): CommandShape =>
  commandOf(descriptor as Instruction)
