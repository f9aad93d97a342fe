import { resolve } from "node:path"
import { setFlagsFromString } from "node:v8"
import { Mail, Metric, Notification, Ports, Search, System, Trace, Webhook } from "@boardwright/core"
import { measureResponses, type Middleware, OpenStreams } from "@boardwright/http"
import { addressOf, nodeServer } from "@boardwright/http/node"
import { Effect, Layer, Redacted } from "effect"
import { corsOrigins, outboxDir, ServerApp } from "../App.js"
import { baseUrlOf, isWildcard, pathWarning } from "../baseUrl.js"
import { inUrl } from "../inUrl.js"
import { noticeUncleanStop } from "../noticeUncleanStop.js"
import { leadsNowhere, servedPages } from "../servedPages.js"
import { sendTraces } from "../sendTraces.js"
import { type ServerLog, serverLog } from "../serverLog.js"
import { misspeltVariables } from "../settings/misspeltVariables.js"
import { readSettings, type Settings } from "../settings.js"
import { databaseName, sqliteFile } from "../storage.js"
import { workerCount } from "../workers/workerCount.js"
import { showLife, workerRole } from "../workers/WorkerRole.js"
import { newMetrics, serveMetrics } from "./serveMetrics.js"
import { connectSystemd } from "./systemd.js"

/** Two years (OWASP, HTTP headers), without subdomains, which may not be ours. */
const HEADER = { "strict-transport-security": "max-age=63072000" }

/** Makes browsers use https only (RFC 6797). */
const strictTransport: Middleware = (_, serve) =>
  Effect.map(serve, (response) => ({ ...response, headers: { ...response.headers, ...HEADER } }))

const mailsGo = (settings: Settings): string => {
  if (settings.smtpUrl === null) return `to files in ${resolve(outboxDir(settings))}`
  return `to ${new URL(Redacted.value(settings.smtpUrl)).host}`
}

const announce = Effect.fnUntraced(function* (settings: Settings, baseUrl: string, port: number) {
  yield* Effect.logInfo(`Boardwright listens on http://${inUrl(settings.host)}:${port}`)
  yield* Effect.logInfo(`data is in ${yield* databaseName(settings)}`)
  yield* Effect.logInfo(`mails go ${mailsGo(settings)}`)
  for (const { meant, name } of misspeltVariables(process.env)) {
    yield* Effect.logWarning(`${name} is not a variable of Boardwright and has no effect; did you mean ${meant}?`)
  }
  if (settings.baseUrl === null && isWildcard(settings.host)) {
    yield* Effect.logWarning(`BASE_URL is not set: links in mails lead to ${baseUrl}`)
  }
  const wrongPath = pathWarning(settings)
  if (wrongPath !== null) yield* Effect.logWarning(`BASE_URL ${wrongPath}`)
  if (leadsNowhere(settings)) {
    yield* Effect.logWarning("WEB_UI is off and APP_URL is not set: links in mails lead to pages that nobody serves")
  }
})

/** What only several processes need. */
const loadWorkers = Effect.promise(() => import("./serveWithWorkers.js"))

/** What only agents need. */
const loadMcp = () => import("@boardwright/mcp")

/** The part of this process among workers; null if it is the whole server. */
const role = workerRole(process.env)

/**
 * Without this flag, V8 allocates objects at once as old ones if others from the same place in the code have survived. The objects of a
 * request are garbage soon, but old garbage keeps all that it refers to until the old objects are collected (docs/performance.md).
 */
const NO_PRETENURING = "--no-allocation-site-pretenuring"

const run = Effect.fnUntraced(function* (settings: Settings, { onResponse }: ServerLog) {
  setFlagsFromString(NO_PRETENURING)
  const metrics = yield* Metric.CurrentMetrics
  const streams = new OpenStreams()
  if (metrics !== null && role === null) yield* serveMetrics(settings, metrics)
  metrics?.streams.from(() => streams.count)
  const isUnit = (process.env["NOTIFY_SOCKET"] ?? "") !== ""
  const systemd = isUnit ? yield* connectSystemd(process.env) : null
  let isStopping = false
  const server = yield* nodeServer({
    port: settings.port,
    host: settings.host,
    trustProxy: settings.trustProxy,
    drainTimeout: "10 seconds",
    rateLimits: settings.rateLimits,
    corsOrigins: corsOrigins(settings),
    publicUrl: settings.baseUrl ?? undefined,
    pages: servedPages(settings),
    mcp: async (request) => (await loadMcp()).serveMcp(request),
    onResponse: measureResponses(metrics, onResponse),
    streams,
    isStopping: () => isStopping,
    isReplaced: () => role?.isReplaced === true,
    ...(settings.baseUrl?.startsWith("https:") === true ? { middleware: strictTransport } : {})
  })
  const { port } = addressOf(server)
  const baseUrl = baseUrlOf(settings, port)
  const work = Effect.gen(function* () {
    if (role === null || role.announces) {
      yield* announce(settings, baseUrl, port)
      yield* System.warnIfHeld
    }
    yield* Effect.provideService(Mail.startMailDelivery(), Ports.Links, Ports.Links.to(baseUrl, settings.appUrl))
    yield* Webhook.startWebhookDelivery()
    yield* System.startCleanup
    yield* Search.startIndexing
    if (settings.notificationMails) yield* Notification.startReminders
    systemd?.ready()
    return yield* Effect.never
  })
  // Mail, webhooks and streams continue until the scope ends.
  const delayStop = Effect.suspend(() => {
    isStopping = true
    systemd?.stopping()
    const delay = role?.isReplaced === true ? Effect.void : Effect.sleep(settings.shutdownDelay)
    return role === null
      ? Effect.zipRight(Effect.logInfo("Boardwright stops once what is under way is finished"), delay)
      : delay
  })
  return yield* Effect.onInterrupt(work, () => delayStop)
})

const serveWith = (settings: Settings) => {
  const log = serverLog(settings)
  const metrics = Effect.sync(() => (settings.metricsPort === null ? null : newMetrics()))
  const environment = Layer.mergeAll(
    Ports.newOutage,
    Layer.effect(Metric.CurrentMetrics, metrics),
    Layer.succeed(Trace.ObservesDatabase, settings.slowRequest > 0 || settings.otlpEndpoint !== null),
    sendTraces(settings.otlpEndpoint)
  )
  const file = sqliteFile(settings)
  const served = Effect.scoped(Effect.parallelFinalizers(run(settings, log)))
  const inPlace = file === null ? served : noticeUncleanStop(resolve(file))(served)
  return (role === null ? inPlace : Effect.flatMap(loadWorkers, ({ asWorker }) => asWorker(role)(inPlace))).pipe(
    Effect.provide(Layer.provideMerge(ServerApp(settings), environment)),
    log.provide
  )
}

/**
 * `boardwright serve`: the standalone server with mail delivery, until a signal ends it. `workers` goes before the variable
 * `WORKERS`.
 */
export const serve = Effect.fnUntraced(function* (workers: string | undefined) {
  if (role !== null) showLife()
  const settings = yield* readSettings(
    workers === undefined ? process.env : { ...process.env, WORKERS: workers, WORKERS_FILE: "" }
  )
  const count = yield* workerCount(settings)
  if (count === 1) return yield* serveWith(settings)
  const { serveWithWorkers } = yield* loadWorkers
  return yield* serveWithWorkers(settings, count)
})
