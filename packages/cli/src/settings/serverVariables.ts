import { baseUrl, host, integer, kind, separated, urlOf } from "./kinds.js"
import { optional, variable } from "./Variable.js"

const origin = kind("must be an origin", (text) => (urlOf(text, ["http:", "https:"])?.origin === text ? text : null))

/** Where the server listens, and who calls it. */
export const serverVariables = {
  port: variable("PORT", integer(0, 65_535), "3000", {
    meaning: "the port it listens on; 0 takes a free one, which the log tells",
    example: "8080"
  }),
  host: variable("HOST", host, "127.0.0.1", {
    meaning: "the address it listens on; `0.0.0.0` or `::` for all of the machine's",
    example: "0.0.0.0"
  }),
  baseUrl: optional("BASE_URL", baseUrl, "`http://HOST:PORT` (`localhost` for a wildcard address, with a warning)", {
    meaning: "this server's public address, for the links in mails; with `https://` browsers are told to stay with it",
    example: "https://boards.example.com",
    onPostgres: "every instance writes mails, and their links lead to the load balancer"
  }),
  trustProxy: variable("TRUST_PROXY", integer(0, 32), "0", {
    meaning: "how many proxies stand in front, which are trusted to name the client in `X-Forwarded-For`",
    example: "1",
    onPostgres: "behind a load balancer everybody shares the limits of its address otherwise"
  }),
  corsOrigins: optional(
    "CORS_ORIGINS",
    separated("must be origins such as https://app.example.com, separated by commas", origin),
    "the origin of `APP_URL`, if that is set",
    {
      meaning: "the origins whose pages may call the API from a browser",
      example: "https://app.example.com,http://localhost:5173"
    }
  )
}
