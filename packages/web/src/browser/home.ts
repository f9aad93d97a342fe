import { byId } from "./dom.js"
import { token } from "./session.js"

// A user who is signed in in this tab is offered the account.
if (token()) {
  byId("signed-out").hidden = true
  byId("signed-in").hidden = false
}
