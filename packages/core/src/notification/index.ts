export * from "./NotificationRepository.js"
export { notifying } from "./queueNotifications.js"
export { remindOfDueTasks } from "./remindOfDueTasks.js"
export { startReminders } from "./startReminders.js"
