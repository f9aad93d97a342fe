// Two workers behind one port, of which one hangs with a connection that it was handed and has not taken; and
// one that hangs before it listens. Prints what became of them as JSON. On every Node that is supported (test/nodes).
import cluster from "node:cluster"
import { EventEmitter, once } from "node:events"
import { createServer } from "node:http"
import { connect } from "node:net"
import { fileURLToPath } from "node:url"
import { Effect, Fiber, Logger } from "effect"
import { asWorker } from "../../dist/workers/asWorker.js"
import { showLife } from "../../dist/workers/WorkerRole.js"
import { Workers } from "../../dist/workers/Workers.js"

const LONGEST_HANG = 3_000

const serve = Effect.async(() => {
  createServer((_, response) => response.end(String(process.pid))).listen(0, "127.0.0.1")
})

/** Sends a request on a connection of its own: the process that answered, or null if the connection ended without. */
const ask = async (port) => {
  const socket = connect({ port, host: "127.0.0.1" }).setEncoding("utf8")
  let text = ""
  // A reset: the request has not been read.
  socket.on("data", (part) => (text += part)).on("error", () => undefined)
  socket.write("GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
  await new Promise((resolve) => socket.once("close", resolve))
  return text === "" ? null : Number(/\d+$/.exec(text)[0])
}

const newWorkers = (count, hangs) =>
  new Workers({
    count,
    environment: () => ({ HANGS: hangs }),
    onOutput: (_, output) => output.pipe(process.stderr),
    patience: 10_000,
    longestHang: LONGEST_HANG
  })

const writingTo = (write) =>
  Effect.provide(
    Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => write(String(message)))
    )
  )

const startHanging = async () => {
  const log = []
  const started = Effect.flip(newWorkers(1, "yes").start())
  const { reason } = await Effect.runPromise(writingTo((line) => log.push(line))(started))
  return [...log, reason]
}

const manage = async () => {
  cluster.setupPrimary({ exec: fileURLToPath(import.meta.url), stdio: ["ignore", "inherit", "pipe", "ipc"] })
  const listening = once(cluster, "listening")
  const starting = startHanging()
  const workers = newWorkers(2, "no")
  const log = []
  const logged = new EventEmitter()
  const replaced = once(logged, "replaced")
  const withLog = writingTo((line) => {
    log.push(line)
    if (/has taken the place of/.test(line)) logged.emit("replaced")
  })
  const run = (work) => Effect.runPromise(withLog(work))
  const [hanging, other] = await run(workers.start())
  const [, { port }] = await listening
  const keeping = Effect.runFork(withLog(workers.keep))
  process.kill(hanging, "SIGSTOP")
  // The workers take turns, and the one that hangs gets no second connection.
  const answers = await Promise.all([ask(port), ask(port), ask(port)])
  await replaced
  const later = await Promise.all([ask(port), ask(port)])
  await run(Fiber.interrupt(keeping))
  await run(workers.stop)
  process.stdout.write(JSON.stringify({ hanging, other, answers, later, log, starting: await starting }))
}

if (process.env.HANGS === "yes") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
if (cluster.isWorker) showLife()
await (cluster.isPrimary ? manage() : Effect.runPromise(asWorker({ announces: false, isReplaced: false })(serve)))
