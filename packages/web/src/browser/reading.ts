export { kindsOf, mappingOf } from "./columnKinds.js"
export { openFile, readSheet } from "./openFile.js"
