import { findBrowser } from "./browser.js"

/** Ends the run before its first test where there is no browser. */
export default (): void => {
  findBrowser()
}
