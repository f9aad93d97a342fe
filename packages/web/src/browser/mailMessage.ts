import { showLocalTimes } from "./localTimes.js"

showLocalTimes(document)
