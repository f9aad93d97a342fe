const TARGETS = ["any", "read-write", "primary"] as const

/** The server to use: the first that answers, the first that accepts writes, or the first that is not a standby. */
export type Target = (typeof TARGETS)[number]

/** The servers of a database, as `DATABASE_URL` names them. */
export interface PostgresAddress {
  /** The address of each server, without `target_session_attrs`. */
  readonly urls: ReadonlyArray<string>
  readonly target: Target
  /** To show to people: without user, password and options. */
  readonly name: string
}

const FORM =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<path>\/[^?#]+)(?:\?(?<query>[^#]*))?$/

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536

const isHost = (text: string): boolean =>
  URL.canParse(`postgres://${text}/`) && new URL(`postgres://${text}/`).hostname !== ""

/** The options that name each host, with its port or the one port of all; null if the numbers of both differ. */
const inOptions = (hosts: ReadonlyArray<string>, ports: ReadonlyArray<string>) => {
  if (hosts.includes("") || !ports.every(isPort) || (ports.length > 1 && ports.length !== hosts.length)) return null
  return hosts.map((host, at) => {
    const port = ports.length > 1 ? ports[at] : ports[0]
    return port === undefined ? { host } : { host, port }
  })
}

/**
 * Reads `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?target_session_attrs=read-write` as libpq does. The options
 * `host` and `port` may name the hosts instead; a host that begins with `/` is the folder of a socket. With several hosts
 * `target_session_attrs` is `read-write` unless given. Returns null for an address that is malformed, lacks a host or a
 * database, or asks for a server that accepts no writes.
 */
export const parsePostgresUrl = (text: string): PostgresAddress | null => {
  const groups = FORM.exec(text)?.groups
  if (groups === undefined || !URL.canParse(`postgres://${groups["user"]}host/`)) return null
  const { hosts = "", path = "", query = "", scheme = "", user = "" } = groups
  const options = new URLSearchParams(query)
  const take = (name: string): string | null => {
    const value = options.get(name)
    options.delete(name)
    return value
  }
  const given = take("target_session_attrs")
  const target = TARGETS.find((each) => each === given)
  if (given !== null && target === undefined) return null
  const urlOf = (host: string, named: Readonly<Record<string, string>>): string => {
    const all = new URLSearchParams([...options, ...Object.entries(named)]).toString()
    return `${scheme}${user}${host}${path}${all === "" ? "" : `?${all}`}`
  }
  const list = take("host")?.split(",")
  if (list === undefined) {
    const authorities = hosts.split(",")
    if (!authorities.every(isHost)) return null
    const urls = authorities.map((each) => urlOf(each, {}))
    return { urls, target: target ?? (urls.length > 1 ? "read-write" : "any"), name: `postgres://${hosts}${path}` }
  }
  const urls = inOptions(list, take("port")?.split(",") ?? [])?.map((each) => urlOf("", each))
  if (urls === undefined) return null
  return { urls, target: target ?? (urls.length > 1 ? "read-write" : "any"), name: `postgres://${path}?host=${list}` }
}
