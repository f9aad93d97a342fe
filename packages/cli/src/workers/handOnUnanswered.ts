import type { ChildProcess } from "node:child_process"

interface Handle {
  readonly close: () => void
}

const isHandle = (value: unknown): value is Handle =>
  typeof value === "object" && value !== null && "close" in value && typeof value.close === "function"

const numberIn = (message: unknown, key: "ack" | "seq"): number | null => {
  const value = new Map(Object.entries(message ?? {})).get(key)
  return typeof value === "number" ? value : null
}

/**
 * Hands the connections that a worker was being handed when it ended to another one, or closes them if there is none.
 * `node:cluster` leaves them open, so that their clients would wait for ever. It numbers its messages by `seq`, and a worker
 * confirms them by `ack`: in its place `accepted: false` makes `node:cluster` choose another. Nobody has read from them.
 */
export const handOnUnanswered = (child: ChildProcess, hasAnother: () => boolean): void => {
  const unanswered = new Map<number, Handle>()
  const send: (...parameters: ReadonlyArray<unknown>) => boolean = child.send.bind(child) as never
  child.send = (...parameters: ReadonlyArray<unknown>) => {
    const [message, handle] = parameters
    const seq = numberIn(message, "seq")
    if (seq !== null && isHandle(handle)) unanswered.set(seq, handle)
    return send(...parameters)
  }
  child.on("internalMessage", (message: unknown) => unanswered.delete(numberIn(message, "ack") ?? -1))
  const handOn = () => {
    // Both events have to be over: until then `node:cluster` may choose the same worker.
    if (child.connected || (child.exitCode === null && child.signalCode === null)) return
    for (const [ack, handle] of [...unanswered]) {
      if (hasAnother()) child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack, accepted: false })
      else handle.close()
    }
  }
  child.once("exit", handOn)
  child.once("disconnect", handOn)
}
