/** Where the API reference and what it loads are served. */
export const PATHS = { page: "/docs", stylesheet: "/docs/reference.css", script: "/docs/reference.js" } as const
