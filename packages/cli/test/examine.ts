import { runCommand } from "../../../test/support/childServer.js"
import type { Place } from "./userRuns.js"

interface Found {
  readonly status: string
  readonly check: string
  readonly finding: string
  readonly advice: string | null
}

/** Runs `boardwright doctor`: the exit code, and what was found by the name of the check. */
export const examine = async (
  { environment }: Pick<Place, "environment">,
  more: Readonly<Record<string, string>> = {}
) => {
  const child = runCommand(["doctor", "--json"], { ...environment, ...more })
  const code = await child.ended
  const findings: ReadonlyArray<Found> = JSON.parse(child.stdout())
  const of = (check: string) => findings.find((each) => each.check === check)
  return { code, findings, of, stderr: child.stderr(), stdout: child.stdout() }
}
