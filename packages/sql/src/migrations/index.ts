import { accounts } from "./0001_accounts.js"
import { boards } from "./0002_boards.js"
import { tasks } from "./0003_tasks.js"
import { mail } from "./0004_mail.js"
import { rateCounts } from "./0005_rate_counts.js"
import { disabledAccounts } from "./0006_disabled_accounts.js"
import { listsAndNames } from "./0007_lists_and_names.js"
import { groupStatistics } from "./0008_group_statistics.js"
import { throttles } from "./0009_throttles.js"
import { changes } from "./0010_changes.js"
import { consumers } from "./0011_consumers.js"
import { webhooks } from "./0012_webhooks.js"
import { changeBatches } from "./0013_change_batches.js"
import { trash } from "./0014_trash.js"
import { state } from "./0015_state.js"
import { mailSubject } from "./0016_mail_subject.js"
import { entryEdits } from "./0017_entry_edits.js"
import { columnOptions } from "./0018_column_options.js"
import { subtaskRank } from "./0019_subtask_rank.js"
import { taskLists } from "./0020_task_lists.js"
import { typedColumns } from "./0021_typed_columns.js"
import { invitedAddresses } from "./0022_invited_addresses.js"
import { removedMembers } from "./0023_removed_members.js"
import { sessions } from "./0024_sessions.js"
import { invitationMails } from "./0025_invitation_mails.js"
import { profiles } from "./0026_profiles.js"
import { emailChanges } from "./0027_email_changes.js"
import { identities } from "./0028_identities.js"
import { securityEvents } from "./0029_security_events.js"
import { workspaceMembers } from "./0030_workspace_members.js"
import { apiTokens } from "./0031_api_tokens.js"
import { notifications } from "./0032_notifications.js"
import { accountRemoval } from "./0033_account_removal.js"
import { accountExport } from "./0034_account_export.js"
import { costlyIndexes } from "./0035_costly_indexes.js"
import { idempotency } from "./0036_idempotency.js"
import { searchIndex } from "./0037_search_index.js"
import { calendarLinks } from "./0038_calendar_links.js"
import { purgedWorkspaces } from "./0039_purged_workspaces.js"
import { languages } from "./0040_languages.js"
import { boundColumns } from "./0041_bound_columns.js"
import { subtaskOrder } from "./0042_subtask_order.js"
import type { Step } from "./Step.js"

export { type Step, type Words, words } from "./Step.js"

/** All migrations in order. The migrator reads the number from the name. */
export const steps: Readonly<Record<string, Step>> = {
  "0001_accounts": accounts,
  "0002_boards": boards,
  "0003_tasks": tasks,
  "0004_mail": mail,
  "0005_rate_counts": rateCounts,
  "0006_disabled_accounts": disabledAccounts,
  "0007_lists_and_names": listsAndNames,
  "0008_group_statistics": groupStatistics,
  "0009_throttles": throttles,
  "0010_changes": changes,
  "0011_consumers": consumers,
  "0012_webhooks": webhooks,
  "0013_change_batches": changeBatches,
  "0014_trash": trash,
  "0015_state": state,
  "0016_mail_subject": mailSubject,
  "0017_entry_edits": entryEdits,
  "0018_column_options": columnOptions,
  "0019_subtask_rank": subtaskRank,
  "0020_task_lists": taskLists,
  "0021_typed_columns": typedColumns,
  "0022_invited_addresses": invitedAddresses,
  "0023_removed_members": removedMembers,
  "0024_sessions": sessions,
  "0025_invitation_mails": invitationMails,
  "0026_profiles": profiles,
  "0027_email_changes": emailChanges,
  "0028_identities": identities,
  "0029_security_events": securityEvents,
  "0030_workspace_members": workspaceMembers,
  "0031_api_tokens": apiTokens,
  "0032_notifications": notifications,
  "0033_account_removal": accountRemoval,
  "0034_account_export": accountExport,
  "0035_costly_indexes": costlyIndexes,
  "0036_idempotency": idempotency,
  "0037_search_index": searchIndex,
  "0038_calendar_links": calendarLinks,
  "0039_purged_workspaces": purgedWorkspaces,
  "0040_languages": languages,
  "0041_bound_columns": boundColumns,
  "0042_subtask_order": subtaskOrder
}
