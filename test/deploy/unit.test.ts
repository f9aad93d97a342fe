import { describe, expect, test } from "vitest"
import { deployFile, unitSettings, variablesOfServer, withoutFile } from "./deployFiles.js"

const service = unitSettings(deployFile("boardwright.service"))
const dropIn = unitSettings(deployFile("boardwright.service.d/postgres.conf"))
const instance = unitSettings(deployFile("boardwright@.service.d/instance.conf"))
const valuesOf = (settings: typeof service, name: string): ReadonlyArray<string> =>
  settings.flatMap(([each, value]) => (each === name ? [value] : []))

describe("boardwright.service", () => {
  test("its variables are ones that the server reads, and each file is a credential", () => {
    const known = variablesOfServer()
    const variables = [service, dropIn, instance].flatMap((each) => valuesOf(each, "Environment"))
    const names = variables.map((variable) => variable.slice(0, variable.indexOf("=")))
    expect(names.filter((name) => !known.has(withoutFile(name)))).toEqual(["NODE_ENV"])
    const files = variables
      .filter((variable) => /^\w+_FILE=/.test(variable))
      .map((each) => each.slice(each.indexOf("=") + 1))
    const credentials = [...valuesOf(service, "LoadCredential"), ...valuesOf(dropIn, "LoadCredential")]
    expect(files).toEqual(credentials.map((credential) => `%d/${credential.slice(0, credential.indexOf(":"))}`))
    for (const credential of credentials) expect(credential).toMatch(/^([\w-]+):\/etc\/boardwright\/\1$/)
  })

  test("it starts again after a failure that may pass, and not after a wrong setting or command", () => {
    expect(valuesOf(service, "Restart")).toEqual(["on-failure"])
    expect(valuesOf(service, "RestartPreventExitStatus")).toEqual(["2 78"])
    expect(valuesOf(service, "StartLimitIntervalSec")).toEqual(["0"])
  })

  test("it has longer to stop than the delay and the server's 10 s for what is under way", () => {
    const [, delay] = /SHUTDOWN_DELAY=(\d+)s/.exec(valuesOf(service, "Environment").join("\n")) ?? []
    expect(Number(valuesOf(service, "TimeoutStopSec")[0])).toBeGreaterThan(Number(delay) + 10)
    expect(valuesOf(service, "KillSignal")).toEqual(["SIGTERM"])
  })

  test("node may compile, which MemoryDenyWriteExecute would forbid", () => {
    expect(valuesOf(service, "MemoryDenyWriteExecute")).toEqual([])
  })
})
