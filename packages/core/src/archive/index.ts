export * from "./ArchiveRepository.js"
