// Instead of us: Express with jsonwebtoken and express-rate-limit, and the work by hand.
import { createSecretKey } from "node:crypto"
import express from "express"
import { rateLimit } from "express-rate-limit"
import jwt from "jsonwebtoken"
import { listening, openWork } from "../byHand/openWork.mjs"
import { NOT_FOUND, Refusal, UNAUTHORIZED } from "../byHand/Refusal.mjs"
import { routes } from "../byHand/routes.mjs"
import { signIn } from "../byHand/signIn.mjs"
import { bearerOf } from "../byHand/tokens.mjs"

const { compare, limit, secret, work } = openWork()
// A secret that is given as text is tried as a public key first, with each token.
const key = createSecretKey(Buffer.from(secret))
const app = express()
app.disable("x-powered-by")

const claimsOf = (header) => {
  try {
    return jwt.verify(bearerOf(header), key, { algorithms: ["HS256"] })
  } catch {
    throw UNAUTHORIZED
  }
}

const authenticate = async (request, _response, next) => {
  request.user = claimsOf(request.headers.authorization)
  await work.checkVersion(request.user)
  next()
}

const counted = (keyGenerator) =>
  rateLimit({ windowMs: 60_000, limit, keyGenerator, standardHeaders: false, legacyHeaders: true, validate: false })
const tiers = {
  auth: counted((request) => request.ip),
  general: counted((request) => request.user.userId),
  sensitive: counted((request) => request.user.userId)
}

for (const { bodyLimit = "1mb", method, path, run, status = 200, tier = "general" } of routes(work)) {
  const body = method === "GET" ? [] : [express.json({ limit: bodyLimit })]
  app[method.toLowerCase()](path, authenticate, tiers[tier], ...body, async (request, response) => {
    response.status(status).json(await run(request.user.userId, request))
  })
}

const sign = (claims) => jwt.sign(claims, key, { algorithm: "HS256", expiresIn: "7d" })
const signingIn = { accountOf: work.accountOf, compare, sign }
app.post("/api/auth/signin", tiers.auth, express.json(), (request, response, next) => {
  signIn(request.body, signingIn).then((body) => response.json(body), next)
})

app.use((_request, response) => response.status(404).json(NOT_FOUND.body))
app.use((error, _request, response, _next) => {
  if (error instanceof Refusal) return response.status(error.status).json(error.body)
  console.error(error)
  response.status(500).json({ error: "Internal server error", code: "Unexpected", details: [] })
})

const server = app.listen({ host: "127.0.0.1", port: 0, backlog: 1024 }, () => listening(server.address().port))
