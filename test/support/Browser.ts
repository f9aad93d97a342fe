/** Follows redirects as a browser does, with the cookies of each origin. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** Which origins are at another. */
  constructor(readonly moved: ReadonlyMap<string, string> = new Map()) {}

  async #send(address: string, options: RequestInit): Promise<Response> {
    const url = new URL(address)
    const cookies = this.#cookies.get(url.origin) ?? new Map<string, string>()
    this.#cookies.set(url.origin, cookies)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const target = new URL(url.pathname + url.search, this.moved.get(url.origin) ?? url.origin)
    const headers = { ...options.headers, ...(cookie === "" ? {} : { cookie }) }
    const response = await fetch(target, { ...options, redirect: "manual", headers })
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(set)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /** Opens an address, and what it leads to, until one leads to what `stops` matches, or nowhere. That address. */
  async open(address: string, stops: RegExp): Promise<URL> {
    let url = new URL(address)
    for (let step = 0; step < 20 && !stops.test(url.href); step++) {
      const location = (await this.#send(url.href, {})).headers.get("location")
      if (location === null) return url
      url = new URL(location, url)
    }
    return url
  }

  /** Where an address leads to at once. */
  async step(address: string): Promise<{ readonly response: Response; readonly location: URL }> {
    const response = await this.#send(address, {})
    return { response, location: new URL(response.headers.get("location") ?? "about:blank", address) }
  }

  post(address: string, body: object): Promise<Response> {
    return this.#send(address, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" }
    })
  }

  /** A browser with the same cookies, for which an origin is elsewhere. */
  copy(moved: ReadonlyMap<string, string> = this.moved): Browser {
    const copy = new Browser(moved)
    for (const [origin, cookies] of this.#cookies) copy.#cookies.set(origin, new Map(cookies))
    return copy
  }
}
