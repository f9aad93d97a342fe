import { baseUrl, onOrOff } from "./kinds.js"
import { optional, variable } from "./Variable.js"

/** Whose pages people see. */
export const pageVariables = {
  appUrl: optional("APP_URL", baseUrl, "the server's own pages", {
    meaning:
      "the address of your own front end; emails and redirects lead to its `/signin`, `/verify-error`, `/reset-password`, `/confirm-email`, `/undo-email`, `/unsubscribe`, `/signup` and `/account`",
    example: "https://app.example.com"
  }),
  webUi: variable("WEB_UI", onOrOff, "on", {
    meaning: "whether the server serves browser pages",
    example: "off"
  })
}
