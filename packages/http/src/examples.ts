const id = (last: number): string => `01900000-0000-7000-8000-${String(last).padStart(12, "0")}`

export const anId = id(1)

const at = "2027-03-01T09:30:00.000Z"
const ada = id(10)
export const grace = id(11)

export const aSignedInUser = {
  id: ada,
  name: "Ada Lovelace",
  email: "ada@example.com",
  avatar: "/api/avatars/default.svg",
  hasCompletedOnboarding: true
}
export const aSession = {
  id: id(11),
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  createdAt: at,
  seenAt: at,
  expiresAt: "2027-03-08T09:30:00.000Z",
  current: true
}
export const aSecurityEvent = {
  id: id(12),
  at,
  type: "role.changed",
  actorId: grace,
  subjectId: id(20),
  client: "192.0.2.1",
  userAgent: aSession.userAgent,
  detail: { of: "board", from: "viewer", to: "editor" }
}
export const anApiTokenText = "bw_pat_7Zc1vQxN0aLrT5kEwJ9uYb3HsMfD2G4RHr1c"
export const anApiToken = {
  id: id(12),
  name: "Nightly report",
  prefix: "bw_pat_7Zc1",
  scopes: ["read"] as const,
  workspaceIds: [anId],
  boardIds: [],
  createdAt: at,
  lastUsedAt: at,
  expiresAt: "2028-03-01T00:00:00.000Z"
}
export const aCalendarLink = { id: id(13), userId: ada, createdAt: at }
export const aCalendarUrl = `https://boards.example.com/api/boards/${anId}/calendar.ics?key=${"0123456789abcdef".repeat(4)}`
export const onboardingData = { companyName: "Analytical Engines", role: "Engineer", firstWorkspace: "Garden" }

export const aWorkspace = {
  id: anId,
  name: "Garden",
  icon: "🌱",
  color: "#22c55e",
  ownerId: ada,
  role: "owner" as const,
  createdAt: at,
  updatedAt: at
}

export const aGroup = { id: id(30), name: "New group", color: "#579BFC" }
export const aSearchResult = {
  matched: "name",
  taskId: id(50),
  commentId: null,
  boardId: anId,
  name: "Dig the beds",
  updatedAt: at,
  snippet: { text: "Dig the beds", matches: [{ start: 8, end: 12 }] }
} as const
export const aDeletion = {
  id: id(90),
  at,
  actorId: ada,
  kind: "task",
  workspaceId: anId,
  boardId: anId,
  subjectId: id(50),
  name: "Dig the beds"
} as const
export const aColumn = {
  id: id(40),
  name: "Notes",
  type: "text",
  required: false,
  description: "",
  width: null,
  visible: true,
  field: null,
  options: [],
  strict: false
}
const adasFace = { name: "Ada Lovelace", avatar: "/api/avatars/default.svg" }
export const aMember = { userId: ada, role: "admin" as const, ...adasFace }
export const aPerson = { id: ada, ...adasFace, email: "ada@example.com", role: "admin" as const }
export const aBoard = {
  id: id(20),
  name: "Spring",
  workspaceId: anId,
  description: "What grows where",
  groups: [aGroup],
  columns: [aColumn],
  members: [aMember],
  background: { type: "solid", value: "#FFFFFF" },
  viewDensity: "default",
  createdAt: at,
  updatedAt: at
}
export const anImportWarning = {
  row: 4,
  column: 2,
  value: "01/02/2027",
  message: "is no unambiguous date and is kept as it is"
}

export const aCursor = "5f1c0e8a9b3d42d1.1729"

export const anInvitation = {
  id: id(50),
  boardId: aBoard.id,
  workspaceId: null,
  userId: null,
  email: "grace@example.com",
  role: "editor" as const,
  status: "pending" as const,
  inviterId: ada,
  createdAt: at,
  expiresAt: "2027-03-15T09:30:00.000Z",
  name: null,
  avatar: null
}

export const aReceivedInvitation = { ...anInvitation, userId: grace, boardName: aBoard.name, workspaceName: null }

export const aTaskSummary = {
  id: id(60),
  boardId: aBoard.id,
  groupId: aGroup.id,
  name: "Sow peas",
  status: "working",
  priority: "medium",
  assignees: [ada],
  dueDate: "2027-03-25T00:00:00.000Z",
  createdAt: at,
  updatedAt: at
}
export const aLostValue = {
  columnId: anId,
  column: "Bed",
  message: "the board has no column of this name and type"
}

export const aTask = {
  ...aTaskSummary,
  description: "Two rows by the fence",
  columnValues: { [aColumn.id]: "Deep" }
}

const child = { id: id(70), taskId: aTask.id }
export const aChange = {
  id: "1812",
  position: 1729,
  type: "task.updated" as const,
  at,
  actorId: ada,
  tokenId: null,
  requestId: "0c4a1b0e-7d5a-4f4e-9f35-3f1f0c3f6a51",
  batchId: null,
  workspaceId: anId,
  boardId: aBoard.id,
  taskId: aTask.id,
  subjectId: aTask.id,
  fields: { status: { from: "pending", to: "working" } }
}
export const aComment = {
  ...child,
  userId: ada,
  content: "Deeper this year",
  mentions: [grace],
  createdAt: at,
  editedAt: null,
  ...adasFace
}
export const aSubtask = { ...child, id: id(71), name: "Fetch the spade", completed: false, createdAt: at }
export const aTimeEntry = { ...child, id: id(72), userId: ada, duration: 90, description: "Digging", createdAt: at }

export const aWebhook = {
  id: id(80),
  workspaceId: anId,
  boardId: aBoard.id,
  url: "https://example.com/boardwright",
  types: ["task.created" as const, "task.updated" as const],
  creatorId: ada,
  status: "active" as const,
  disabledReason: null,
  failingSince: null,
  createdAt: at,
  updatedAt: at
}
export const aWebhookSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
export const aDelivery = {
  id: "1729",
  messageId: `1812_${aWebhook.id}`,
  webhookId: aWebhook.id,
  position: 1729,
  changeId: "1812",
  type: "task.updated" as const,
  status: "delivered" as const,
  attempts: 1,
  dueAt: at,
  createdAt: at,
  endedAt: at,
  lastStatus: 204,
  lastFailure: null
}
export const aBulk = {
  boardId: anId,
  operations: [
    { op: "create" as const, ref: "peas", task: { name: "Sow peas", dueDate: "2027-03-25" } },
    { op: "update" as const, id: anId, patch: { status: "done" }, expect: { status: "working" } },
    { op: "move" as const, id: "peas", groupId: aGroup.id, beforeTaskId: anId },
    { op: "delete" as const, id: aDeletion.id }
  ]
}
