export * from "./Account.js"
export * from "./AccountError.js"
export * from "./AccountRepository.js"
export {
  CreateAccount,
  createAccount,
  disableAccount,
  enableAccount,
  findAccount,
  ListAccounts,
  listAccounts,
  verifyAccount
} from "./administerAccounts.js"
export * from "./ApiTokenRepository.js"
export * from "./apiTokens.js"
export { isApiTokenText } from "./apiTokenText.js"
export * from "./authenticate.js"
export * from "./changeEmail.js"
export * from "./changePassword.js"
export * from "./completeOnboarding.js"
export * from "./confirmEmail.js"
export * from "./Email.js"
export * from "./EmailChangeRepository.js"
export * from "./EmailTokenRepository.js"
export type { Face, WithFace } from "./faces.js"
export { getProfile } from "./getProfile.js"
export * from "./IdentityRepository.js"
export * from "./KnownClientRepository.js"
export { forgetUnseenClients } from "./knownClients.js"
export * from "./mintToken.js"
export * from "./Password.js"
export { PasswordDenylist } from "./PasswordDenylist.js"
export { PasswordSignIn } from "./PasswordSignIn.js"
export * from "./resetPassword.js"
export * from "./SessionRepository.js"
export * from "./sessions.js"
export * from "./setPassword.js"
export * from "./signIn.js"
export * from "./signUp.js"
export * from "./singleSignOn.js"
export * from "../security/index.js"
export * from "./securityEvents.js"
export { MAX_SESSIONS } from "./startSession.js"
export * from "./User.js"
export * from "./UserDirectory.js"
export * from "./unsubscribe.js"
export * from "./updateProfile.js"
export * from "./verifyEmail.js"
export * from "./WorkspacesShared.js"
