export * from "./Workspace.js"
export * from "./WorkspaceRepository.js"
