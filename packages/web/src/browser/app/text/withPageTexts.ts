/** Loads something with the texts of the pages beside the board, which it needs to be shown. */
export const withPageTexts = async <A>(load: () => Promise<A>): Promise<A> => {
  const texts = async () => (await import("./pageTexts.js")).loadPageTexts()
  const [loaded] = await Promise.all([load(), texts()])
  return loaded
}
