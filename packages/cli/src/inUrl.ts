/** A host as it is written in a URL. */
export const inUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host)
