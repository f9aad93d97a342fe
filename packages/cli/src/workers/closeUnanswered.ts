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
 * Closes the connections that were being handed to a worker when it ended. `node:cluster` leaves them open, so that their
 * clients would wait for ever. It numbers its messages by `seq`, and a worker confirms them by `ack`.
 */
export const closeUnanswered = (child: ChildProcess): void => {
  const unanswered = new Map<number, Handle>()
  const send: (...parameters: ReadonlyArray<unknown>) => boolean = child.send.bind(child) as never
  child.send = (...parameters: ReadonlyArray<unknown>) => {
    const [message, handle] = parameters
    const seq = numberIn(message, "seq")
    if (seq !== null && isHandle(handle)) unanswered.set(seq, handle)
    return send(...parameters)
  }
  child.on("internalMessage", (message: unknown) => unanswered.delete(numberIn(message, "ack") ?? -1))
  child.once("exit", () => {
    for (const handle of unanswered.values()) handle.close()
  })
}
