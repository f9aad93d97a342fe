const CHANNEL = "boardwright.verified"
const ADDRESS = "boardwright.address"

/** Keeps the address of a new account in this tab, for who leaves the page of the sign-up before it is verified. */
export const keepAddress = (address: string): void => sessionStorage.setItem(ADDRESS, address)
/** The address that this tab has kept. */
export const keptAddress = (): string => sessionStorage.getItem(ADDRESS) ?? ""

/** Tells the other tabs of this browser that an address was verified. */
export const announceVerified = (): void => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** Calls when another tab says that an address was verified. */
export const onVerified = (then: () => void): void => new BroadcastChannel(CHANNEL).addEventListener("message", then)
