export { isUndoable, type UndoableType } from "./inverses.js"
export * from "./ChangeNotFound.js"
export * from "./UndoConflict.js"
export * from "./undoChange.js"
