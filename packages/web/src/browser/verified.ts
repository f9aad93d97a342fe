const CHANNEL = "boardwright.verified"

/** Tells the other tabs of this browser that an address was verified. */
export const announceVerified = (): void => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** Calls when another tab says that an address was verified. */
export const onVerified = (then: () => void): void => new BroadcastChannel(CHANNEL).addEventListener("message", then)
