/** What the frameworks serve besides signing in: a route, its status and tier, and the work it does. */
export const routes = (work) => [
  { name: "me", method: "GET", path: "/api/auth/me", run: (userId) => work.me(userId) },
  { name: "task", method: "GET", path: "/api/tasks/:id", run: (userId, { params }) => work.task(userId, params.id) },
  { name: "list", method: "GET", path: "/api/tasks", run: (userId, { query }) => work.list(userId, query) },
  {
    name: "create",
    method: "POST",
    path: "/api/tasks",
    status: 201,
    run: (userId, { body }) => work.create(userId, body)
  },
  {
    name: "update",
    method: "PATCH",
    path: "/api/tasks/:id",
    run: (userId, { body, params }) => work.update(userId, params.id, body)
  },
  {
    name: "move",
    method: "PATCH",
    path: "/api/tasks/:id/move",
    run: (userId, { body, params }) => work.move(userId, params.id, body)
  },
  {
    name: "comment",
    method: "POST",
    path: "/api/tasks/:id/comments",
    status: 201,
    run: (userId, { body, params }) => work.comment(userId, params.id, body)
  },
  {
    name: "import",
    method: "POST",
    path: "/api/boards/import",
    status: 201,
    tier: "sensitive",
    bodyLimit: 16 * 1024 * 1024,
    run: (userId, { body }) => work.importBoard(userId, body)
  }
]
