import type { Dialect } from "@boardwright/sql"

const ACCOUNTS = 100_000
const BOARDS = 20_000
/** Those that have tasks: a thousand each. */
const FULL_BOARDS = 200

/** A table: how many rows it gets, and what stands in each column of row `i`. */
type Filling = readonly [rows: number, columns: Readonly<Record<string, string>>]

/** An instant so many seconds after 2027 has begun. */
const after: Record<Dialect, (seconds: string) => string> = {
  sqlite: (seconds) => `strftime('%Y-%m-%dT%H:%M:%fZ', 1798761600 + ${seconds}, 'unixepoch')`,
  pg: (seconds) => `timestamptz '2027-01-01Z' + (${seconds}) * interval '1 second'`
}

const people = (at: (seconds: string) => string): Readonly<Record<string, Filling>> => ({
  account: [
    ACCOUNTS,
    {
      id: "'user-' || i",
      name: "'User'",
      email: "'User-' || i || '@example.com'",
      normalized_email: "'user-' || i || '@example.com'",
      avatar: "'/api/avatars/default.svg'",
      password_hash: "'$2b$12$0123456789012345678901234567890123456789012345678901'",
      verified_at: at("i"),
      has_completed_onboarding: "true",
      onboarding_data: "'{}'",
      token_version: "0",
      created_at: at("i")
    }
  ],
  email_token: [
    20_000,
    {
      hash: "'hash-' || i",
      purpose: "case i % 2 when 0 then 'verify' else 'reset' end",
      user_id: "'user-' || i",
      expires_at: at("60 * i"),
      used_at: `case i % 4 when 0 then ${at("60 * i")} end`
    }
  ],
  notification: [
    20_000,
    {
      id: "'notification-' || i",
      user_id: "'user-' || (1 + i % 1000)",
      kind: "'assigned'",
      board_id: "'board-' || (1 + i % 100)",
      task_id: "'task-' || i",
      tasks: "1",
      created_at: at("60 * i")
    }
  ],
  idempotency: [
    20_000,
    {
      owner: "'user-' || (1 + i % 1000)",
      key: "'key-' || i",
      fingerprint: "'hash-' || i",
      created_at: at("60 * i"),
      result: "'{}'",
      checks: "'[]'"
    }
  ],
  known_client: [
    20_000,
    {
      user_id: "'user-' || (1 + i % 1000)",
      hash: "'hash-' || i",
      seen_at: at("60 * i")
    }
  ],
  email_change: [
    20_000,
    {
      id: "'change-' || i",
      user_id: "'user-' || (1 + i % 1000)",
      email: "'new-' || i || '@example.com'",
      previous_email: "'old-' || i || '@example.com'",
      address: "'old-' || i || '@example.com'",
      token_version: "i % 7",
      created_at: at("60 * i"),
      confirmed_at: `case i % 2 when 0 then ${at("60 * i")} end`,
      expires_at: at("60 * i + 172800"),
      token_hash: "'hash-' || i"
    }
  ],
  security_event: [
    20_000,
    {
      id: "'event-' || i",
      at: at("60 * i"),
      type: "case i % 4 when 0 then 'signIn.failed' else 'signIn.succeeded' end",
      user_id: "'user-' || (1 + i % 1000)",
      detail: "'{}'"
    }
  ],
  identity: [
    20_000,
    {
      issuer: "'https://id-' || (i / 1000) || '.example.com'",
      subject: "'subject-' || i",
      user_id: "'user-' || (1 + i % 1000)",
      created_at: at("i")
    }
  ],
  session: [
    20_000,
    {
      id: "'session-' || i",
      user_id: "'user-' || (1 + i % 1000)",
      token_version: "0",
      created_at: at("60 * i"),
      seen_at: at("60 * i"),
      expires_at: at("60 * i + 604800")
    }
  ],
  api_token: [
    20_000,
    {
      id: "'token-' || i",
      user_id: "'user-' || (1 + i % 1000)",
      name: "'token'",
      hash: "'hash-' || i",
      prefix: "'bw_pat_0000'",
      scopes: "'[]'",
      created_at: at("60 * i")
    }
  ],
  state: [20_000, { name: "'fact-' || i", value: "'{}'", updated_at: at("i") }],
  mail_job: [
    20_000,
    {
      id: "'mail-' || i",
      purpose: "'verify'",
      email: "'user-' || i || '@example.com'",
      created_at: at("i"),
      attempts: "0",
      due_at: at("60 * i")
    }
  ]
})

const boards = (at: (seconds: string) => string): Readonly<Record<string, Filling>> => {
  const made = { created_at: at("i"), updated_at: at("i") }
  const ofBoard = { board_id: `'board-' || (i % ${BOARDS})` }
  const placed = { ...ofBoard, rank: `'a' || (i / ${BOARDS})` }
  return {
    workspace: [
      BOARDS / 2,
      {
        id: "'workspace-' || i",
        name: "'Garden ' || (i % 1000)",
        icon: "'📋'",
        color: "'#6366F1'",
        owner_id: "'user-' || (2 * i)",
        ...made
      }
    ],
    board: [
      BOARDS,
      {
        id: "'board-' || i",
        workspace_id: "'workspace-' || (i / 2)",
        name: "'Spring ' || (i % 1000)",
        description: "''",
        background: `'{"type":"solid","value":"#FFFFFF"}'`,
        view_density: "'default'",
        ...made
      }
    ],
    group: [2 * BOARDS, { id: "'group-' || i", name: "'Group'", color: "'#579BFC'", ...placed }],
    column: [
      2 * BOARDS,
      {
        id: "'column-' || i",
        name: "'Column'",
        type: "'text'",
        required: "false",
        description: "''",
        visible: "true",
        ...placed
      }
    ],
    workspace_member: [
      2 * BOARDS,
      {
        workspace_id: `'workspace-' || (i % ${BOARDS} / 2)`,
        user_id: `'user-' || ((i % ${BOARDS} * 7 + i / ${BOARDS} * 1000) % ${ACCOUNTS})`,
        role: "'editor'",
        joined_at: at("i")
      }
    ],
    member: [
      3 * BOARDS,
      {
        ...ofBoard,
        user_id: `'user-' || ((i % ${BOARDS} + i / ${BOARDS} * 1000) % ${ACCOUNTS})`,
        role: "'editor'",
        joined_at: at("i")
      }
    ],
    invitation: [
      4 * BOARDS,
      {
        id: "'invitation-' || i",
        board_id: `case when i < 2 * ${BOARDS} then 'board-' || (i % ${BOARDS}) end`,
        workspace_id: `case when i >= 2 * ${BOARDS} then 'workspace-' || (i % ${BOARDS} / 2) end`,
        user_id: `'user-' || ((13 * i + 5) % ${ACCOUNTS})`,
        role: "'viewer'",
        status: `case i / ${BOARDS} % 2 when 0 then 'pending' else 'declined' end`,
        created_at: at("i")
      }
    ]
  }
}

const tasks = (at: (seconds: string) => string): Readonly<Record<string, Filling>> => {
  const ofTask = { task_id: "'task-' || i", created_at: at("i") }
  return {
    task: [
      1000 * FULL_BOARDS,
      {
        id: "'task-' || i",
        board_id: `'board-' || (i % ${FULL_BOARDS})`,
        group_id: `'group-' || (i % ${FULL_BOARDS} + ${BOARDS} * (i / ${FULL_BOARDS} % 2))`,
        name: "'Task ' || i",
        status: "case i / 400 % 5 when 0 then 'working' when 1 then 'pending' else 'done' end",
        priority: "'medium'",
        created_at: at("i"),
        description: "'What is to be done'",
        column_values: `'{"column-1":"a value","column-2":{"another":[1,2,3]}}'`,
        updated_at: at("i"),
        rank: "'a' || (1000000 + i)",
        deletion_id: "case when i < 20000 then 'deletion-' || i end"
      }
    ],
    deletion: [
      20_000,
      {
        id: "'deletion-' || i",
        at: at("i"),
        kind: "'task'",
        workspace_id: `'workspace-' || (i % ${FULL_BOARDS} / 2)`,
        board_id: `'board-' || (i % ${FULL_BOARDS})`,
        subject_id: "'task-' || i",
        name: "'Task ' || i",
        purging: "i % 1000 = 0"
      }
    ],
    // Twenty users share four boards.
    task_assignee: [
      1000 * FULL_BOARDS,
      {
        task_id: "'task-' || i",
        position: "0",
        user_id: `'user-' || (i % ${FULL_BOARDS} / 4 * 20 + i / ${FULL_BOARDS} % 20)`
      }
    ],
    comment: [
      60_000,
      { id: "'comment-' || i", user_id: "'user-' || (i % 100)", content: "'A comment'", mentions: "'[]'", ...ofTask }
    ],
    subtask: [60_000, { id: "'subtask-' || i", name: "'A part'", completed: "false", ...ofTask }],
    time_entry: [
      40_000,
      { id: "'entry-' || i", user_id: "'user-' || (i % 100)", duration: "1.5", description: "''", ...ofTask }
    ]
  }
}

const changes = (at: (seconds: string) => string, dialect: Dialect): Readonly<Record<string, Filling>> => ({
  consumer: [20_000, { name: "'text-' || i", epoch: "'e'", position: "i", attempts: "0", due_at: at("i") }],
  change: [
    200_000,
    {
      ...(dialect === "pg" ? { position: "1 + i" } : {}),
      at: at("i"),
      type: "case i % 20 when 0 then 'workspace.updated' when 1 then 'invitation.created' else 'task.updated' end",
      workspace_id: `'workspace-' || (i % ${FULL_BOARDS} / 2)`,
      board_id: `'board-' || (i % ${FULL_BOARDS})`,
      task_id: "'task-' || (i / 4)",
      subject_id: "'task-' || (i / 4)",
      recipient_id: "case i % 1000 when 0 then 'user-' || i end",
      fields: `'{"name":{"from":"before","to":"after"}}'`
    }
  ]
})

const webhooks = (at: (seconds: string) => string): Readonly<Record<string, Filling>> => ({
  calendar_link: [
    20_000,
    {
      id: "'link-' || i",
      board_id: `'board-' || (i % ${BOARDS})`,
      user_id: "'user-' || (1 + i % 1000)",
      hash: "'hash-' || i",
      created_at: at("60 * i")
    }
  ],
  webhook: [
    10_000,
    {
      id: "'webhook-' || i",
      workspace_id: "'workspace-' || (i % 10)",
      board_id: `'board-' || (i % ${BOARDS})`,
      url: "'https://example.com/'",
      types: "'[]'",
      creator_id: "'user-' || (1 + i % 1000)",
      status: "'active'",
      created_at: at("i"),
      updated_at: at("i"),
      secret: "'secret'",
      position: "i"
    }
  ],
  webhook_delivery: [
    100_000,
    {
      webhook_id: "'webhook-' || (i / 10)",
      position: "i",
      change_id: "'change-' || i",
      type: "'task.updated'",
      status: "case i % 20 when 0 then 'pending' else 'delivered' end",
      attempts: "1",
      due_at: at("i"),
      created_at: at("i"),
      ended_at: `case when i % 20 > 0 then ${at("i")} end`
    }
  ]
})

const insertion = ([table, [rows, columns]]: readonly [string, Filling]): string =>
  `insert into boardwright_${table} (${Object.keys(columns).join(", ")})
    with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < ${rows - 1})
    select ${Object.values(columns).join(", ")} from numbers`

/** A table of PostgreSQL's alone. Some of its windows have ended. */
const RATE_COUNTS = `insert into boardwright_rate_count (key, count, resets_at)
  select 'key-' || i, 1, now() + (i - 100) * interval '1 second' from generate_series(0, 99999) as numbers (i)`

/** Statements that fill an empty database as years of use would, and let it see what it has. */
export const filling = (dialect: Dialect): ReadonlyArray<string> => {
  const at = after[dialect]
  const tables = Object.entries({
    ...people(at),
    ...boards(at),
    ...tasks(at),
    ...changes(at, dialect),
    ...webhooks(at)
  })
  return [...tables.map(insertion), ...(dialect === "pg" ? [RATE_COUNTS] : []), "analyze"]
}
