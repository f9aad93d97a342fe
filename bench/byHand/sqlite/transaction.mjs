/** The work as a transaction that takes the write lock at its start; on any driver. */
export const transaction = (db, work) => {
  const [begin, commit, rollback] = ["begin immediate", "commit", "rollback"].map((text) => db.prepare(text))
  return (...parameters) => {
    begin.run()
    try {
      const done = work(...parameters)
      commit.run()
      return done
    } catch (error) {
      rollback.run()
      throw error
    }
  }
}
