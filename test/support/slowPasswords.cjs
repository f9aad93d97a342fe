// Loaded into the commands of tests that need hashing to take time: bcrypt at cost 10 instead of 12, 0.1 s of a core instead of 0.4.
// A job names its cost for a new password, and begins with the stored hash to verify one. The hash that stands for an unknown user's has
// cost 12 and is replaced too; no password matches it at any cost.
const { Worker } = require("node:worker_threads")

const { postMessage } = Worker.prototype
const cheaper = (salt) => {
  if (salt === 12) return 10
  return typeof salt === "string" && salt.startsWith("$2b$12$") ? `$2b$10$${salt.slice(7)}` : salt
}
Worker.prototype.postMessage = function (job, ...more) {
  return postMessage.call(this, job?.salt === undefined ? job : { ...job, salt: cheaper(job.salt) }, ...more)
}
