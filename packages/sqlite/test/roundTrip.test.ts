import { layer } from "@boardwright/sqlite"
import { keepsEverything } from "../../../test/support/roundTrip.js"

keepsEverything("sqlite", layer({ filename: ":memory:" }))
