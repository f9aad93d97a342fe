/** Who may do what, as descriptions of operations say it. */
export const WHO_MAY = {
  read: "For everyone on the board: members, whoever is invited, and the workspace's owner.",
  edit: "For editors and admins of the board, and the workspace's owner.",
  manage: "For admins of the board, and the workspace's owner.",
  own: "For the workspace's owner."
} as const
