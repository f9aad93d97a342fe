import { storageContract } from "@boardwright/testing/contract"
import { onNewDatabase } from "./storage.js"

storageContract("postgres", onNewDatabase())
