import {
  argument,
  choice,
  command,
  json,
  ofPlace,
  remoteCommand,
  repeated,
  required,
  text,
  tools
} from "./parameters.js"

const webhook = argument("ID", "The webhook's id")
const ofWebhook = { flags: { json }, positional: webhook }

/** The commands of `boardwright webhook`. */
export const webhookCommands = {
  list: remoteCommand(
    "List the webhooks of a board or of a workspace, oldest first",
    async () => (await tools()).listWebhooks,
    { flags: { ...ofPlace, json } }
  ),
  create: remoteCommand("Create a webhook and write its secret", async () => (await tools()).createWebhook, {
    flags: {
      board: text("ID|NAME", "send the changes of this board"),
      workspace: text("ID|NAME", "send the changes of this workspace"),
      url: required("URL", "send them there"),
      type: repeated("TYPE", "send only changes of this type; may be repeated"),
      as: text("EMAIL", "required without BOARDWRIGHT_URL: create it as this user, whose rights decide what is sent"),
      json
    }
  }),
  test: remoteCommand("Send a test message now", async () => (await tools()).testWebhook, ofWebhook),
  deliveries: remoteCommand(
    "List the deliveries of a webhook, latest changes first",
    async () => (await tools()).listDeliveries,
    { flags: { status: choice(["pending", "delivered", "failed"], "only those"), json }, positional: webhook }
  ),
  enable: remoteCommand(
    "Let a disabled webhook continue with what was pending and the changes from now on",
    async () => (await tools()).enableWebhook,
    ofWebhook
  ),
  disable: remoteCommand("Disable a webhook", async () => (await tools()).disableWebhook, ofWebhook),
  delete: remoteCommand("Delete a webhook with its deliveries", async () => (await tools()).deleteWebhook, ofWebhook),
  reencrypt: command(
    "Encrypt the secrets of all webhooks by the first key of SECRETS_KEY",
    async () => (await tools()).reencryptSecrets,
    { flags: { json } }
  )
}
