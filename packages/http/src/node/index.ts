export * from "./nodeServer.js"
