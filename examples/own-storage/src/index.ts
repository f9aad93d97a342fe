import { MemoryStorage } from "@boardwright/testing"
import { jsonFile } from "./jsonFile.js"

export { jsonFile }

/** Boardwright's storage on a JSON file: give it to `storageOf` of @boardwright/embed, or to your own layers. */
export const jsonFileStorage = (path: string) => MemoryStorage.persisted(jsonFile(path))
