/** How long a command waits for the answer of a server: longer than a server works on a request. */
export const PATIENCE_MILLIS = 120_000
