import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

/** The flags of Node's that put the probe into a server. */
export const WITH_PROBE = ["--import", fileURLToPath(new URL("probe.mjs", import.meta.url))]

/** Starts a server with the probe in it, waits until it says where it listens, and tells how long that took. */
export const spawnProbed = async (name, program, parameters, env) => {
  const from = performance.now()
  const child = spawn(program, parameters, { stdio: ["ignore", "inherit", "pipe", "ipc"], env })
  let log = ""
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`${name} ended with ${code}:\n${log}`)))
  // Whoever waits for an answer gets the rejection too. Between two questions nobody waits, and an end is no failure then.
  ended.catch(() => {})
  const listens = new Promise((resolve) => {
    child.stderr.setEncoding("utf8").on("data", (text) => {
      log = (log + text).slice(-10_000)
      const url = /listens on (http:[^"\s]+)/.exec(log)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const baseUrl = await Promise.race([listens, ended])
  return {
    baseUrl,
    startedIn: performance.now() - from,
    /** Begins to measure (`reset`, or `watch` for the longest stop too), or tells what was measured since then (`tell`). */
    probe: async (question) => {
      child.send(question)
      const [answer] = await Promise.race([once(child, "message"), ended])
      return answer
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill("SIGTERM")
      await once(child, "exit")
    }
  }
}
