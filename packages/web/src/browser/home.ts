import { byId } from "./dom.js"
import { token } from "./session.js"

// A user who is signed in is offered their boards.
if (token()) {
  byId("signed-out").hidden = true
  byId("signed-in").hidden = false
}
