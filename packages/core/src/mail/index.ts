export * from "../ports/MailQueue.js"
export * from "./composeMail.js"
export * from "./deliverMail.js"
export * from "./startMailDelivery.js"
