export * from "../calendarLink/CalendarRepository.js"
export * from "./calendarLinks.js"
export * from "./openCalendar.js"
