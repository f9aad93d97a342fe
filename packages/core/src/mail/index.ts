export * from "./MailJob.js"
export * from "./MailQueue.js"
