/** How long to wait before the server is tried again. */
export const RETRY_MILLIS = 2_000

/** An answer that takes longer may never come. */
export const LATE_MILLIS = 5_000

export const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))
