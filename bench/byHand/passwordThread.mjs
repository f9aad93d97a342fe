import { parentPort } from "node:worker_threads"
import bcrypt from "bcryptjs"

parentPort.on("message", ({ hash, id, password }) => {
  parentPort.postMessage({ id, matches: bcrypt.compareSync(password, hash) })
})
