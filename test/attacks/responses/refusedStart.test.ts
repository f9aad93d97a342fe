import { expect, it } from "vitest"
import { runCommand } from "../../support/childServer.js"
import { standaloneServers } from "../../support/standalone.js"

const { directory } = standaloneServers()

const SECRET = "planted-secret-of-a-setting-that-is-wrong"

it.each([
  ["JWT_SECRET", { JWT_SECRET: `short,${SECRET}` }, 78],
  ["SECRETS_KEY", { SECRETS_KEY: SECRET }, 78],
  ["WEBHOOK_ALLOWED_HOSTS", { WEBHOOK_ALLOWED_HOSTS: `https://me:${SECRET}@hooks.example` }, 78],
  ["SMTP_URL", { SMTP_URL: `smtp://mailer:${SECRET}/@mail.example.com` }, 78],
  ["SMTP_URL of another kind", { SMTP_URL: `https://mailer:${SECRET}@mail.example.com` }, 78],
  ["DATABASE_URL", { DATABASE_URL: `mysql://boards:${SECRET}@127.0.0.1/boards` }, 78],
  ["DATABASE_URL without a name", { DATABASE_URL: `postgres://boards:${SECRET}@127.0.0.1`, JWT_SECRET: SECRET }, 78],
  ["CAPTCHA_SECRET alone", { CAPTCHA_SECRET: SECRET }, 78],
  ["CAPTCHA_VERIFY_URL", { CAPTCHA_SECRET: SECRET, CAPTCHA_VERIFY_URL: `https://x:${SECRET}@captcha.example` }, 78],
  ["BASE_URL", { BASE_URL: `https://me:${SECRET}@boards.example.com` }, 78],
  ["a secret in the place of a number", { PORT: SECRET }, 78],
  ["a secret in the place of a word", { LOG_FORMAT: SECRET }, 78],
  ["a database that is out of reach", { DATABASE_URL: `postgres://b:${SECRET}@127.0.0.1:1/b`, JWT_SECRET: SECRET }, 69]
] as const)("a start that is refused for %s shows no secret, at level debug either", async (_, environment, code) => {
  const DATA_DIR = `${directory}/data`
  const child = runCommand(["serve"], { PORT: "0", DATA_DIR, LOG_LEVEL: "debug", LOG_FORMAT: "json", ...environment })
  expect(await child.ended).toBe(code)
  const last = child.stderr().trimEnd().split("\n").at(-1) ?? ""
  expect(JSON.parse(last)).toMatchObject({ logLevel: "FATAL", annotations: { exitCode: code } })
  expect(child.stdout() + child.stderr()).not.toContain(SECRET)
})
