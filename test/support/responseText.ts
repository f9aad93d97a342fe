/** The body; nothing of a stream of events, which has no end. */
export const responseText = async (response: Response): Promise<string> => {
  if (response.headers.get("content-type") !== "text/event-stream") return response.text()
  await response.body?.cancel()
  return ""
}
