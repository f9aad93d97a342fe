export * from "./Webhook.js"
export * from "./WebhookDelivery.js"
