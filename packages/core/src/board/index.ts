export * from "./Board.js"
export * from "./BoardRepository.js"
export * from "./Invitation.js"
export * from "./InvitationRepository.js"
