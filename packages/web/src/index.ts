export { contentSecurityPolicy } from "./contentSecurityPolicy.js"
export type { Page, PageRequest } from "./Page.js"
export { pages } from "./pages.js"
