import { effect, it, scoped } from "@effect/vitest"

// Files share modules, and @effect/vitest's `layer` replaces these two for all files that follow.
Object.assign(it, { effect, scoped })

// Modules that this file is the first to load are loaded without the mutant of the previous run.
Object.assign(Reflect.get(globalThis, "__stryker__") ?? {}, { activeMutant: undefined })
