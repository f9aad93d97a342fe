export { kindsOf, mappingOf } from "./columnKinds.js"
export { importBody } from "./importBody.js"
export { openFile, readSheet } from "./openFile.js"
