import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const BUNDLE = fileURLToPath(new URL("../../packages/web/bundle.mjs", import.meta.url))

/** The pages are tested with their scripts as they are built by now. */
export default (): void => {
  execFileSync(process.execPath, [BUNDLE], { stdio: "inherit" })
}
