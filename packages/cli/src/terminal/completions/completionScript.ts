import type { CommandShape } from "../CommandShape.js"
import { bash } from "./bash.js"
import { fish } from "./fish.js"
import { type Place, placesOf } from "./places.js"
import { zsh } from "./zsh.js"

const MAKERS = { bash, zsh, fish } satisfies Readonly<Record<string, (places: ReadonlyArray<Place>) => string>>

/** A shell that scripts are made for. */
export type Shell = keyof typeof MAKERS

/** A script that makes the shell complete commands, options and their values. */
export const completionScript = (shell: Shell, root: CommandShape): string => MAKERS[shell](placesOf(root))
