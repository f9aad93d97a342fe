import type { Step } from "./Step.js"

export const mailSubject: Step = ({ id }) => [`alter table boardwright_mail_job add column subject_id ${id}`]
