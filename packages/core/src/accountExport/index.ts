export * from "./AccountExport.js"
export * from "./exportAccount.js"
