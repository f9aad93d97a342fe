import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"

const results = new URL("../../test-results/", import.meta.url).pathname

/** What somebody did in a browser, for people to look at. */
export interface Recording {
  readonly folder: string
  /** Does something and keeps a picture of what is seen then. */
  readonly step: (name: string, work: () => Promise<unknown>) => Promise<void>
  /** Keeps the whole, for `npx playwright-core show-trace`, and says where. */
  readonly end: () => Promise<void>
}

/** Records what happens on a page and in its context: a numbered picture of each step, and a trace of all with the page at each action. */
export const record = async (page: Page, name: string): Promise<Recording> => {
  const folder = join(results, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { tracing } = page.context()
  await tracing.start({ title: name, snapshots: true })
  let steps = 0
  return {
    folder,
    step: async (title, work) => {
      steps += 1
      const file = `${String(steps).padStart(2, "0")}-${title.replaceAll(/[^a-z0-9]+/gi, "-")}.png`
      await tracing.group(title)
      try {
        await work()
      } finally {
        await page.screenshot({ path: join(folder, file) })
        await tracing.groupEnd()
      }
    },
    end: async () => {
      await tracing.stop({ path: join(folder, "trace.zip") })
      process.stdout.write(
        `${steps} steps are recorded in ${folder}; npx playwright-core show-trace replays trace.zip\n`
      )
    }
  }
}
