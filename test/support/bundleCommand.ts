import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const BUNDLE = fileURLToPath(new URL("../../packages/cli/bundle.mjs", import.meta.url))

/** The tests run the command as it is shipped: bundled, from what is built by now. */
export default (): void => {
  execFileSync(process.execPath, [BUNDLE], { stdio: "inherit" })
}
