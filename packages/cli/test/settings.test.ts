import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Either, LogLevel, Redacted } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { readRemote, readSettings, REMOTE_VARIABLES, themes, VARIABLES } from "../src/settings.js"

const directory = mkdtempSync(join(tmpdir(), "boardwright-settings-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const settingsOf = (environment: Readonly<Record<string, string>>) => Effect.runSync(readSettings(environment))

const lineOf = (environment: Readonly<Record<string, string>>): string =>
  Either.match(Effect.runSync(Effect.either(readSettings(environment))), {
    onLeft: ({ message }) => message,
    onRight: () => "accepted"
  })

const fileWith = (name: string, text: string): string => {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

const SECRET = "0123456789abcdef0123456789abcdef"
const KEYS = [SECRET + SECRET, Buffer.from(SECRET).toString("base64")]

describe("readSettings", () => {
  it("fills in every default", () => {
    expect(settingsOf({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      shutdownDelay: 0,
      workers: 1,
      dataDir: "./data",
      database: null,
      poolSize: 10,
      changesDays: 365,
      trashDays: 30,
      jwtSecrets: null,
      baseUrl: null,
      appUrl: null,
      smtpUrl: null,
      mailFrom: null,
      notificationMails: false,
      rateLimits: { auth: 5, sensitive: 10, general: 60, account: 10, mail: 5 },
      trustProxy: 0,
      corsOrigins: null,
      bcryptWorkers: null,
      passwordDenylist: false,
      oidcIssuer: null,
      oidcClientId: null,
      oidcClientSecret: null,
      oidcName: "Sign in with single sign-on",
      passwordSignIn: true,
      captchaUrl: null,
      captchaSecret: null,
      secretsKeys: null,
      webhookAllowedHosts: null,
      logLevel: LogLevel.Info,
      logFormat: null,
      slowRequest: 0,
      metricsPort: null,
      metricsHost: "127.0.0.1",
      otlpEndpoint: null,
      webUi: true
    })
  })

  it("reads every variable", () => {
    const settings = settingsOf({
      PORT: "8080",
      HOST: "::1",
      SHUTDOWN_DELAY: "5s",
      WORKERS: "auto",
      DATA_DIR: "/var/lib/boardwright",
      DATABASE_URL: "sqlite:boards.db",
      DATABASE_POOL_SIZE: "20",
      CHANGES_DAYS: "30",
      TRASH_DAYS: "7",
      JWT_SECRET: `${SECRET}, ${SECRET}2`,
      BASE_URL: "https://boards.example.com/",
      APP_URL: "https://app.example.com/boards/",
      SMTP_URL: "smtps://user:p%40ss@mail.example.com?requireTLS=true",
      MAIL_FROM: "Boards <boards@example.com>",
      NOTIFICATION_MAILS: "on",
      RATE_LIMIT_AUTH: "1",
      RATE_LIMIT_SENSITIVE: "2",
      RATE_LIMIT_GENERAL: "3",
      RATE_LIMIT_ACCOUNT: "4",
      RATE_LIMIT_MAIL: "5",
      TRUST_PROXY: "2",
      CORS_ORIGINS: "https://a.example.com, http://localhost:5173",
      BCRYPT_WORKERS: "4",
      PASSWORD_DENYLIST: "on",
      CAPTCHA_VERIFY_URL: "https://captcha.example.com/siteverify/",
      CAPTCHA_SECRET: "captcha secret",
      OIDC_ISSUER: "https://id.example.com/realms/main",
      OIDC_CLIENT_ID: "boards",
      OIDC_CLIENT_SECRET: "client secret",
      OIDC_NAME: "Sign in with Example",
      PASSWORD_SIGNIN: "off",
      SECRETS_KEY: KEYS.join(" , "),
      WEBHOOK_ALLOWED_HOSTS: "hooks.internal:8080, 10.0.0.0/8,[::1]:9000",
      LOG_LEVEL: "Warning",
      LOG_FORMAT: "json",
      SLOW_REQUEST: "250ms",
      METRICS_PORT: "9464",
      METRICS_HOST: "10.0.0.5",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/",
      WEB_UI: "off"
    })
    expect(settings).toMatchObject({
      port: 8080,
      host: "::1",
      shutdownDelay: 5_000,
      workers: "auto",
      dataDir: "/var/lib/boardwright",
      database: { kind: "sqlite", file: "boards.db" },
      poolSize: 20,
      changesDays: 30,
      trashDays: 7,
      baseUrl: "https://boards.example.com",
      appUrl: "https://app.example.com/boards",
      mailFrom: "Boards <boards@example.com>",
      notificationMails: true,
      rateLimits: { auth: 1, sensitive: 2, general: 3, account: 4, mail: 5 },
      trustProxy: 2,
      corsOrigins: ["https://a.example.com", "http://localhost:5173"],
      bcryptWorkers: 4,
      passwordDenylist: true,
      captchaUrl: "https://captcha.example.com/siteverify/",
      oidcIssuer: "https://id.example.com/realms/main",
      oidcClientId: "boards",
      oidcName: "Sign in with Example",
      passwordSignIn: false,
      webhookAllowedHosts: ["hooks.internal:8080", "10.0.0.0/8", "[::1]:9000"],
      logLevel: LogLevel.Warning,
      logFormat: "json",
      slowRequest: 250,
      metricsPort: 9464,
      metricsHost: "10.0.0.5",
      otlpEndpoint: "http://collector:4318",
      webUi: false
    })
    expect(settings.jwtSecrets?.map(Redacted.value)).toEqual([SECRET, `${SECRET}2`])
    expect(settings.secretsKeys?.map(Redacted.value)).toEqual(KEYS)
    expect([settings.smtpUrl, settings.captchaSecret].map((each) => each && Redacted.value(each))).toEqual([
      "smtps://user:p%40ss@mail.example.com?requireTLS=true",
      "captcha secret"
    ])
  })

  it.each([
    ["sqlite:boards.db", "boards.db"],
    ["sqlite:/srv/boards.db", "/srv/boards.db"],
    ["sqlite:///srv/boards.db", "/srv/boards.db"],
    ["sqlite:../boards.db", "../boards.db"]
  ])("takes DATABASE_URL=%s as the file %s", (url, file) => {
    expect(settingsOf({ DATABASE_URL: url }).database).toEqual({ kind: "sqlite", file })
  })

  it.each([
    ["PORT", ["http", "-1", "65536", "3000.0", "0x50", "1e3", "٣"], "must be a whole number from 0 to 65535"],
    ["HOST", ["two words", "http://localhost", "[::1]", "-", "localhost:3000"], "must be a host name or an address"],
    [
      "SHUTDOWN_DELAY",
      ["5", "-5s", "1.5s", "5 s", "5S", "11m", "601s", "1h", "s"],
      "must be 0 or a time such as 500ms, 5s or 1m, at most 10m"
    ],
    [
      "DATABASE_URL",
      [
        "mysql://localhost/boards",
        "postgres://localhost",
        "postgres:///boards",
        "boards.db",
        "sqlite:",
        "sqlite://boards.db"
      ],
      "sqlite:PATH"
    ],
    ["JWT_SECRET", ["short secret", `${SECRET},short secret`, `${SECRET},`], "at least 32 bytes"],
    [
      "BASE_URL",
      ["localhost:3000", "ftp://example.com", "https://example.com?a=secret", "https://user:secret@example.com", "/"],
      "must be an http:// or https:// address without credentials, query and fragment"
    ],
    ["APP_URL", ["app.example.com", "https://app.example.com/#/", "javascript:alert(1)"], "must be an http:// or"],
    [
      "SMTP_URL",
      [
        "mail.example.com",
        "http://mail.example.com",
        "smtp://u:s3cret/@mail.example.com",
        "smtp://m?s3cret=1",
        "smtp://"
      ],
      "must be smtp://USER:PASSWORD@HOST:PORT or smtps://"
    ],
    [
      "MAIL_FROM",
      ["boards", "a@example.com, b@example.com", "Boards <boards>"],
      "must be someone@example.com or Some One <someone@example.com>"
    ],
    ["RATE_LIMIT_AUTH", ["0", "many", "-5"], "must be a whole number from 1 to 1000000"],
    ["RATE_LIMIT_SENSITIVE", ["0", "1000001"], "must be a whole number from 1 to 1000000"],
    ["RATE_LIMIT_GENERAL", ["0", "∞"], "must be a whole number from 1 to 1000000"],
    ["RATE_LIMIT_ACCOUNT", ["0", "10 a day"], "must be a whole number from 1 to 1000000"],
    ["RATE_LIMIT_MAIL", ["0", "off"], "must be a whole number from 1 to 1000000"],
    ["TRUST_PROXY", ["true", "loopback", "33"], "must be a whole number from 0 to 32"],
    ["CORS_ORIGINS", ["*", "https://a.example.com/", "https://a.example.com,b", "null"], "must be origins such as"],
    ["BCRYPT_WORKERS", ["0", "257", "auto"], "must be a whole number from 1 to 256"],
    [
      "OIDC_ISSUER",
      ["id", "http://id.example.com", "https://id.example.com?x", "https://u:secret@id.example.com"],
      "must be an https://"
    ],
    ["PASSWORD_SIGNIN", ["no"], "must be on or off"],
    ["CAPTCHA_VERIFY_URL", ["captcha", "https://user:secret@captcha.example.com"], "must be an http:// or"],
    [
      "SECRETS_KEY",
      [
        "short secret",
        SECRET,
        `${SECRET}${SECRET}0`,
        `${KEYS[0]},`,
        `${KEYS[0]},short secret`,
        "short secret".repeat(6)
      ],
      "must be one or several keys of 32 bytes in hex or base64"
    ],
    [
      "WEBHOOK_ALLOWED_HOSTS",
      ["*", "https://hooks.internal", "hooks.internal,", "10.0.0.0/33", "hooks.internal:0", "u:secret@hooks.internal"],
      "must be names, addresses or ranges such as 10.0.0.0/8"
    ],
    ["LOG_LEVEL", ["verbose", "constructor", "__proto__"], "must be one of debug, info, warning, error, none"],
    ["LOG_FORMAT", ["text", "JSON"], "must be pretty or json"],
    ["SLOW_REQUEST", ["1", "1 s", "-1s", "1h", "11m", "1.5s", "off"], "must be 0 or a time such as 500ms, 5s or 1m"],
    ["WEB_UI", ["yes", "1", "true", "ON"], "must be on or off"]
  ])("refuses what %s may not be in one line that names it and its rule", (name, wrong, rule) => {
    for (const value of wrong) {
      const line = lineOf({ [name]: value })
      expect(line, `${name}=${value}`).toMatch(new RegExp(`^${name}: `))
      expect(line).toContain(rule)
      expect(line).not.toContain("\n")
      expect(line).not.toMatch(/short secret|s3cret|:secret|=secret/)
    }
  })

  it("names every wrong variable at once", () => {
    const line = lineOf({ PORT: "x", TRUST_PROXY: "x", LOG_FORMAT: "x" })
    expect(line.split("; ").map((part) => part.split(":")[0])).toEqual(["PORT", "TRUST_PROXY", "LOG_FORMAT"])
  })

  it("requires all of single sign-on, BASE_URL with it, and one way to sign in", () => {
    const all = { OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "boards", OIDC_CLIENT_SECRET: "client secret" }
    const line = "OIDC_ISSUER: goes with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, set all or none"
    for (const name of Object.keys(all)) {
      const rest = Object.fromEntries(Object.entries(all).filter(([each]) => each !== name))
      expect(lineOf({ ...rest, BASE_URL: "https://boards.example.com" })).toBe(line)
    }
    expect(lineOf(all)).toBe("OIDC_ISSUER: needs BASE_URL, where the provider sends people back to")
    expect(lineOf({ PASSWORD_SIGNIN: "off" })).toBe("PASSWORD_SIGNIN: off needs OIDC_ISSUER, else nobody can sign in")
    const local = { ...all, OIDC_ISSUER: "http://127.0.0.1:9000", BASE_URL: "http://localhost:3000" }
    expect(lineOf({ ...local, PASSWORD_SIGNIN: "off" })).toBe("accepted")
  })

  it("requires both or neither of CAPTCHA_SECRET and CAPTCHA_VERIFY_URL, and shows no secret", () => {
    const line = lineOf({ CAPTCHA_SECRET: "captcha secret" })
    expect(line).toBe("CAPTCHA_SECRET: goes with CAPTCHA_VERIFY_URL, set both or neither")
    expect(lineOf({ CAPTCHA_VERIFY_URL: "https://captcha.example.com" })).toBe(line)
  })

  it("treats an empty variable or NAME_FILE as not set", () => {
    const empty = Object.fromEntries(VARIABLES.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, ""]))
    expect(settingsOf(empty)).toEqual(settingsOf({}))
  })

  it("ignores other variables", () => {
    expect(settingsOf({ PORTS: "x", PATH: "/bin", port: "x" })).toEqual(settingsOf({}))
  })
})

describe("NAME_FILE", () => {
  it("is the value of the file without its last line end", () => {
    const { jwtSecrets, port } = settingsOf({
      JWT_SECRET_FILE: fileWith("jwt", `${SECRET}\r\n`),
      PORT_FILE: fileWith("port", "8080\n")
    })
    expect(jwtSecrets?.map(Redacted.value)).toEqual([SECRET])
    expect(port).toBe(8080)
  })

  it("is refused beside NAME, even with equal values", () => {
    const line = lineOf({ JWT_SECRET: SECRET, JWT_SECRET_FILE: fileWith("same", SECRET) })
    expect(line).toBe("JWT_SECRET: set it or JWT_SECRET_FILE, not both")
  })

  it("is named in the error if the file is missing", () => {
    const path = join(directory, "absent")
    expect(lineOf({ SMTP_URL_FILE: path })).toBe(`SMTP_URL_FILE: ${path} could not be read (ENOENT)`)
    expect(lineOf({ SMTP_URL_FILE: directory })).toBe(`SMTP_URL_FILE: ${directory} could not be read (EISDIR)`)
  })

  it("is checked like the variable itself, and its content is not shown", () => {
    const line = lineOf({ JWT_SECRET_FILE: fileWith("short", "short secret\n") })
    expect(line).toMatch(/^JWT_SECRET: must be one or several secrets of at least 32 bytes/)
    expect(line).not.toContain("short secret")
  })

  it("of an empty file leaves the variable unset", () => {
    expect(settingsOf({ PORT_FILE: fileWith("empty", "\n") }).port).toBe(3000)
  })
})

describe("the documentation of a variable", () => {
  const documented = themes.flatMap(({ variables }) => variables).filter(({ name }) => VARIABLES.includes(name))

  it("has an example that its rule accepts", () => {
    for (const { example, name } of documented) {
      const together = [/^CAPTCHA_/, /^(OIDC_|PASSWORD_SIGNIN|BASE_URL)/].find((names) => names.test(name))
      const others = together === undefined ? [] : documented.filter((each) => together.test(each.name))
      const environment = Object.fromEntries([...others.map((each) => [each.name, each.example]), [name, example]])
      expect(lineOf(environment), `${name}=${example}`).toBe("accepted")
      expect(settingsOf(environment), `${name}=${example} is the default`).not.toEqual(settingsOf({}))
    }
  })

  it("has the default that is used", () => {
    const values = documented.flatMap(({ default: text, name }) =>
      /^`[^` ]+`$/.test(text) ? [[name, text.slice(1, -1)]] : []
    )
    expect(settingsOf(Object.fromEntries(values))).toEqual(settingsOf({}))
    expect(values.length).toBeGreaterThan(8)
  })

  it("is one line each, with the rule of the error message", () => {
    for (const each of documented) {
      expect(each.name).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
      expect(Object.values(each).join("")).not.toContain("\n")
      expect(each.rule).toMatch(/^must /)
    }
    expect(new Set(VARIABLES).size).toBe(VARIABLES.length)
  })

  it("marks the variables whose values are redacted as secrets", () => {
    const all = settingsOf(Object.fromEntries(documented.map(({ example, name }) => [name, example])))
    const shown = JSON.stringify(all)
    for (const { example, name } of documented.filter(({ isSecret }) => isSecret)) {
      expect(shown, `the value of ${name}`).not.toContain(example)
    }
    expect(shown).toContain("<redacted>")
  })
})

describe("the variables of commands over the API", () => {
  const examples = Object.fromEntries(
    themes.flatMap(({ variables }) => variables).map(({ example, name }) => [name, example])
  )

  it("have examples that are accepted, and no part in the server's settings", () => {
    const { token, url } = Effect.runSync(readRemote(examples, undefined))
    expect([url, Redacted.value(token)]).toEqual([examples["BOARDWRIGHT_URL"], examples["BOARDWRIGHT_TOKEN"]])
    expect(settingsOf({ BOARDWRIGHT_URL: "nonsense", BOARDWRIGHT_TOKEN_FILE: "/nowhere" })).toEqual(settingsOf({}))
  })

  it("name the machine itself or a server by https", () => {
    const urlOf = (BOARDWRIGHT_URL: string) =>
      Effect.runSync(
        Effect.match(readRemote({ BOARDWRIGHT_URL, BOARDWRIGHT_TOKEN: "x" }, undefined), {
          onFailure: ({ message }) => message,
          onSuccess: ({ url }) => url
        })
      )
    expect(urlOf("https://boards.example.com/work/")).toBe("https://boards.example.com/work")
    expect(urlOf("http://[::1]:3000")).toBe("http://[::1]:3000")
    for (const url of ["http://boards.example.com", "http://10.0.0.1", "https://a@b.example", "boards"])
      expect(urlOf(url)).toMatch(/^BOARDWRIGHT_URL: must be an https:/)
  })
})

describe("the tables of docs/configuration.md", () => {
  const text = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8")
  const section = /<!-- variables -->\n([\s\S]*?)\n<!-- \/variables -->/.exec(text)?.[1] ?? ""
  const rows = section.split("\n").filter((line) => line.startsWith("| `"))

  it("names exactly the variables that are read", () => {
    const named = rows.flatMap((row) =>
      Array.from((row.split("|")[1] ?? "").matchAll(/`([A-Z_]+)`/g), ([, name]) => name)
    )
    expect(named.toSorted()).toEqual([...VARIABLES, ...REMOTE_VARIABLES].toSorted())
  })

  it("gives the defaults that are used", () => {
    const { dataDir, host, port, rateLimits, trustProxy } = settingsOf({})
    const byName = new Map(rows.map((row) => [/`([A-Z_]+)`/.exec(row)?.[1], row.split("|").at(-3)?.trim()]))
    expect(byName.get("PORT")).toBe(`\`${port}\``)
    expect(byName.get("HOST")).toBe(`\`${host}\``)
    expect(byName.get("DATA_DIR")).toBe(`\`${dataDir}\``)
    const limits = ["AUTH", "SENSITIVE", "GENERAL", "ACCOUNT", "MAIL"].map((name) => byName.get(`RATE_LIMIT_${name}`))
    expect(limits).toEqual(Object.values(rateLimits).map((limit) => `\`${limit}\``))
    expect(byName.get("TRUST_PROXY")).toBe(`\`${trustProxy}\``)
  })
})
