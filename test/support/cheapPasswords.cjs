// Loaded into the commands that tests run: new passwords are hashed at bcrypt's least cost instead of 12, which takes 0.4 s of a
// core. Verifying has the cost of the stored hash.
const { Worker } = require("node:worker_threads")

const { postMessage } = Worker.prototype
Worker.prototype.postMessage = function (job, ...more) {
  return postMessage.call(this, job?.salt === 12 ? { ...job, salt: 4 } : job, ...more)
}
