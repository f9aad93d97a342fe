// Instead of us: Fastify with its JWT and rate-limit plugins and its serialisers, and the work by hand.
import jwt from "@fastify/jwt"
import rateLimit from "@fastify/rate-limit"
import fastify from "fastify"
import { listening, openWork } from "../byHand/openWork.mjs"
import { NOT_FOUND, Refusal, UNAUTHORIZED } from "../byHand/Refusal.mjs"
import { routes } from "../byHand/routes.mjs"
import { signIn } from "../byHand/signIn.mjs"
import { schemas } from "./schemas.mjs"

const { compare, limit, secret, work } = openWork()
const app = fastify()

await app.register(jwt, { secret, sign: { algorithm: "HS256", expiresIn: "7d" }, verify: { algorithms: ["HS256"] } })

const authenticate = async (request) => {
  try {
    await request.jwtVerify()
  } catch {
    throw UNAUTHORIZED
  }
  await work.checkVersion(request.user)
}

await app.register(rateLimit, { global: false, max: limit, timeWindow: "1 minute" })

const counted = (tier) => app.rateLimit({ keyGenerator: (request) => `${tier}:${request.user?.userId ?? request.ip}` })

app.setErrorHandler((error, _request, reply) => {
  if (error instanceof Refusal) return reply.code(error.status).send(error.body)
  app.log.error(error)
  return reply.code(error.statusCode ?? 500).send({ error: "Internal server error", code: "Unexpected", details: [] })
})
app.setNotFoundHandler((_request, reply) => reply.code(404).send(NOT_FOUND.body))

for (const { bodyLimit, method, name, path, run, status = 200, tier = "general" } of routes(work)) {
  app.route({
    method,
    url: path,
    bodyLimit,
    onRequest: [authenticate, counted(tier)],
    schema: { response: { [status]: schemas[name] } },
    handler: async (request, reply) => {
      reply.code(status)
      return run(request.user.userId, request)
    }
  })
}

const signingIn = { accountOf: work.accountOf, compare, sign: (claims) => app.jwt.sign(claims) }
app.post("/api/auth/signin", { onRequest: counted("auth"), schema: { response: { 200: schemas.signIn } } }, (request) =>
  signIn(request.body, signingIn)
)

await app.listen({ host: "127.0.0.1", port: 0, backlog: 1024 })
listening(app.server.address().port)
