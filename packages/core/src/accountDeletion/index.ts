export * from "./deleteAccount.js"
