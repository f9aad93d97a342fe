const MOST = 12
const keyOf = (userId: string) => `boardwright.recent.${userId}`

/** The ids of the boards that a user opened last in this browser, newest first. */
export const recentBoards = (userId: string): ReadonlyArray<string> => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]")
    return Array.isArray(stored) ? stored.map(String) : []
  } catch {
    return []
  }
}

export const rememberBoard = (userId: string, boardId: string): void => {
  const ids = [boardId, ...recentBoards(userId).filter((id) => id !== boardId)].slice(0, MOST)
  localStorage.setItem(keyOf(userId), JSON.stringify(ids))
}
