import type { BrowserContext } from "playwright-core"

/** What a browser says of the answers that the API refuses something with; pages show them, so they are no fault. */
export const REFUSALS =
  /^console: Failed to load resource: the server responded with a status of 4\d\d .* at \S+\/api\//

// Without this, what a policy forbids to a worker or a frame could stay unseen.
const TELL_VIOLATIONS = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  console.error("forbidden by the policy: " + violatedDirective + " " + blockedURI))`

/** Gathers what no page may do: ask another host, break its policy, throw, write an error to the console, open a dialog. */
export const watch = async (
  context: BrowserContext,
  origins: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const complaints: Array<string> = []
  await context.addInitScript(TELL_VIOLATIONS)
  context.on("request", (request) => {
    const url = request.url()
    if (!origins.some((origin) => url.startsWith(`${origin}/`)) && !/^(blob|data):/.test(url))
      complaints.push(`request: ${url}`)
  })
  context.on("weberror", (error) => complaints.push(`thrown: ${String(error.error())}`))
  context.on("console", (message) => {
    const { url } = message.location()
    // The browser asks for one by itself.
    if (message.type() === "error" && !url.endsWith("/favicon.ico"))
      complaints.push(`console: ${message.text()} at ${url}`)
  })
  context.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return complaints
}
