import { baseUrl, duration, host, integer, kind, separated, urlOf } from "./kinds.js"
import { optional, variable } from "./Variable.js"

const origin = kind("must be an origin", (text) => (urlOf(text, ["http:", "https:"])?.origin === text ? text : null))

const workers = kind("must be auto or a whole number from 1 to 256", (text) =>
  text === "auto" ? text : integer(1, 256).read(text)
)

/** Where the server listens, and who calls it. */
export const listenVariables = {
  port: variable("PORT", integer(0, 65_535), "3000", {
    meaning: "the port to listen on; 0 chooses a free one and logs it",
    example: "8080"
  }),
  host: variable("HOST", host, "127.0.0.1", {
    meaning: "the address to listen on; `0.0.0.0` or `::` for all interfaces",
    example: "0.0.0.0"
  }),
  shutdownDelay: variable("SHUTDOWN_DELAY", duration(10), "0", {
    meaning:
      "how long the server, after SIGTERM, reports that it is not ready and still serves new connections; longer than load balancers take to notice",
    example: "5s",
    onPostgres: "otherwise a load balancer sends requests to a closed port when an instance stops"
  }),
  workers: variable("WORKERS", workers, "1", {
    meaning:
      "the number of processes that serve the port together, with PostgreSQL; `auto` for one per core; `serve --workers` goes first",
    example: "auto"
  }),
  baseUrl: optional("BASE_URL", baseUrl, "`http://HOST:PORT` (`localhost` for a wildcard address, with a warning)", {
    meaning: "the server's public address, used in email links; with `https://` browsers are told to stay on https",
    example: "https://boards.example.com",
    onPostgres: "every instance sends emails, and their links must lead to the load balancer"
  }),
  trustProxy: variable("TRUST_PROXY", integer(0, 32), "0", {
    meaning: "the number of proxies in front, which are trusted to name the client in `X-Forwarded-For`",
    example: "1",
    onPostgres: "otherwise all clients share the rate limits of the load balancer"
  }),
  corsOrigins: optional(
    "CORS_ORIGINS",
    separated("must be origins such as https://app.example.com, separated by commas", origin),
    "the origin of `APP_URL`, if set",
    {
      meaning: "origins that may call the API from a browser",
      example: "https://app.example.com,http://localhost:5173"
    }
  )
}
