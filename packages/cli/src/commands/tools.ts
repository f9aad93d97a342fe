// Every command but the server and the import in one file of the bundle: they are small, and splitting them would split what
// they share with the server into more files, each of which costs the server's start half a millisecond.
export { backup, restore } from "./backup.js"
export { listBoards } from "./board.js"
export { expireCursors, listConsumers, removeConsumer, resumeConsumer } from "./changes.js"
export { printCompletions } from "./completions.js"
export { doctor } from "./doctor.js"
export { dump, load } from "./dump.js"
export { exportBoard } from "./export.js"
export { serveAgent } from "./mcp.js"
export { migrateStatus, migrateUp } from "./migrate.js"
export { resume } from "./resume.js"
export { seed } from "./seed.js"
export { listTokens, mintToken, revokeToken } from "./token.js"
export { listTrash, purgeFromTrash, restoreFromTrash } from "./trash.js"
export {
  createUser,
  deleteUser,
  disableUser,
  enableUser,
  listUsers,
  listUserSessions,
  setUserPassword,
  showUser,
  showUserLog,
  signOutUser,
  verifyUser
} from "./user.js"
export {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  reencryptSecrets,
  testWebhook
} from "./webhook.js"
export {
  inviteToWorkspace,
  listWorkspaceMembers,
  listWorkspaces,
  removeWorkspaceMember,
  setWorkspaceRole
} from "./workspace.js"
