import { keepsEverything } from "../../../test/support/roundTrip.js"
import { onNewDatabase } from "./storage.js"

keepsEverything("postgres", onNewDatabase())
