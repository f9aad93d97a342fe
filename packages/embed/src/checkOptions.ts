import { AllowedHosts, SecretsKey } from "@boardwright/node"
import { Layer } from "effect"
import type { BoardwrightOptions } from "./BoardwrightOptions.js"
import { has, isFunction, isWhole, problemsOf, throwProblems, type Rule } from "./optionRules.js"

const isBoolean = (value: unknown): boolean => typeof value === "boolean"
const isLayered = (value: unknown): boolean => Layer.isLayer(Object(value).layer)

const isAddress = (value: unknown): boolean => {
  if (typeof value !== "string" || !URL.canParse(value)) return false
  const { hash, protocol, search } = new URL(value)
  return (protocol === "http:" || protocol === "https:") && search === "" && hash === ""
}
const isOrigin = (value: unknown): boolean => isAddress(value) && new URL(String(value)).origin === value
const isSecret = (value: unknown): boolean =>
  typeof value === "string" && new TextEncoder().encode(value).byteLength >= 32
const isSecretsKey = (value: unknown): boolean => typeof value === "string" && SecretsKey.parse(value) !== null
const isAllowedHost = (value: unknown): boolean => typeof value === "string" && AllowedHosts.parse(value) !== null
const isUsers = (value: unknown): boolean =>
  has("existing", "findByEmail")(value) && (Object(value).find === undefined || has("find")(value))
const isClock = (value: unknown): boolean =>
  has("now")(value) && Number.isFinite((value as { readonly now: () => unknown }).now())
const isLimit = ([tier, value]: readonly [string, unknown]): boolean =>
  ["auth", "sensitive", "general", "account", "mail"].includes(tier) && (value === undefined || isWhole(value, 1))

const ADDRESS = "must be an address that begins with http:// or https://, without a query"

const RULES: { readonly [Option in keyof BoardwrightOptions]-?: Rule } = {
  storage: ["must be sqlite(file), postgres({ url }), postgres({ pool }) or storageOf(layer)", isLayered],
  mailer: ["must be smtp(url), mailFolder(folder) or mailerOf(send)", isLayered],
  jwtSecret: [
    "must have at least 32 bytes, and so must each of several",
    (value) => (Array.isArray(value) ? value.length > 0 && value.every(isSecret) : isSecret(value))
  ],
  baseUrl: [ADDRESS, isAddress],
  appUrl: [ADDRESS, isAddress],
  basePath: [
    'must be a path such as "/work", or empty',
    (value) => typeof value === "string" && /^(?:\/[^/?#\s]+)*\/?$/.test(value)
  ],
  users: ["must have the functions existing(ids) and findByEmail(email), and find(ids) if any", isUsers],
  authenticate: ["must be a function", isFunction],
  accountRoutes: ["must be true or false", isBoolean],
  passwordHasher: ["must have the functions hash(password) and verify(password, hash)", has("hash", "verify")],
  passwordDenylist: ["must be true or false", isBoolean],
  notificationMails: ["must be true or false", isBoolean],
  captcha: ["must be a function", isFunction],
  clock: ["must have the function now(), which returns milliseconds since 1970 as a finite number", isClock],
  rateLimits: [
    "must be false, or whole numbers from 1, named auth, sensitive, general, account and mail",
    (value) => value === false || (typeof value === "object" && value !== null && Object.entries(value).every(isLimit))
  ],
  changesDays: ["must be a whole number from 1", (value) => isWhole(value, 1)],
  trashDays: ["must be a whole number from 0", (value) => isWhole(value, 0)],
  secretsKey: [
    "must be 32 bytes in hex or base64, and so must each of several",
    (value) => (Array.isArray(value) ? value.length > 0 && value.every(isSecretsKey) : isSecretsKey(value))
  ],
  webhookAllowedHosts: [
    "must be names, addresses or ranges such as 10.0.0.0/8, each with or without :port",
    (value) => Array.isArray(value) && value.every(isAllowedHost)
  ],
  corsOrigins: [
    "must be origins such as https://example.com, without a path",
    (value) => Array.isArray(value) && value.every(isOrigin)
  ],
  trustProxy: ["must be a whole number from 0", (value) => isWhole(value, 0)],
  clientAddress: ["must be a function", isFunction],
  deliverMail: ["must be true or false", isBoolean],
  deliverWebhooks: ["must be true or false", isBoolean],
  tracer: ["must be a Tracer of OpenTelemetry", has("startSpan")],
  mcp: ["must be a function, such as serveMcp of @boardwright/mcp", isFunction],
  onError: ["must be a function", isFunction],
  onResponse: ["must be a function", isFunction],
  metrics: ["must be true or false", isBoolean]
}

const missing = ({ authenticate, jwtSecret, notificationMails, storage, users }: BoardwrightOptions) => ({
  ...(users !== undefined && notificationMails === true
    ? { notificationMails: "needs Boardwright's own accounts, which store what users choose" }
    : {}),
  ...(storage === undefined ? { storage: `is required, and ${RULES.storage[0]}` } : {}),
  ...(users !== undefined && authenticate === undefined
    ? { authenticate: "is required with users: it says which of them makes a request" }
    : {}),
  ...(users === undefined && authenticate === undefined && jwtSecret === undefined
    ? { jwtSecret: "is required to sign access tokens, unless authenticate says who calls" }
    : {})
})

/** Throws a `BoardwrightError` with every wrong or missing option. */
export const checkOptions = (options: BoardwrightOptions): void =>
  throwProblems(...problemsOf(RULES, options), ...Object.entries(missing(Object(options))))
