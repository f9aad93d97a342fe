import { parentPort } from "node:worker_threads"
import bcrypt from "bcryptjs"

/** A job of a hashing thread, which replies with the hash. */
export interface BcryptJob {
  readonly password: string
  /** Version, cost and salt, as the first 29 characters of a hash; or the cost alone, for a new salt. */
  readonly salt: string | number
}

parentPort?.on("message", (job: BcryptJob) => {
  parentPort?.postMessage(bcrypt.hashSync(job.password, job.salt))
})
