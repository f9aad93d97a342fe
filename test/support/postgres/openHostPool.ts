import pg from "pg"

/** Opens a pool as a host does. It ends before its sockets have closed, and so the database may be dropped under an idle connection. */
export const openHostPool = (options: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool(options)
  pool.on("error", (error) => {
    if (!("code" in error) || error.code !== "57P01") throw error
  })
  return pool
}
