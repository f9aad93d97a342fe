import * as fixture from "./fixture.mjs"

const { BOARDS, COLUMNS, EDITORS, prefixOf, SIZES, STRANGER } = fixture

const words = {
  sqlite: {
    json: (text) => text,
    padded: (n, width) => `printf('%0${width}d', ${n})`,
    at: (seconds) => `strftime('%Y-%m-%dT%H:%M:%fZ', 1798761600 + ${seconds}, 'unixepoch')`
  },
  pg: {
    json: (text) => `(${text})::json`,
    padded: (n, width) => `lpad((${n})::text, ${width}, '0')`,
    at: (seconds) => `timestamptz '2027-01-01Z' + (${seconds}) * interval '1 second'`
  }
}

/**
 * Statements that fill an empty database: people, the board that is read, the board that is written to, and `others`
 * tasks on boards of a thousand each. The first board has `members` more members, the tasks of both have 20 values each.
 */
export const seeding = (dialect, { members = 0, others = 0, read = SIZES.read, written = SIZES.written } = {}) => {
  const { at, json, padded } = words[dialect]
  const id = (noun, n = "i") => `'${prefixOf(noun)}' || ${padded(n, 12)}`
  const rank = (n = "i") => `'g' || ${padded(n, 7)}`
  const [users, named, filled] = [STRANGER + 1 + members, read + written, Math.ceil(others / 1000)]
  const [boards, tasks] = [2 + filled, named + others]
  const boardOfTask = `case when i < ${read} then ${BOARDS.read} when i < ${named} then ${BOARDS.written} else 2 + (i - ${named}) / 1000 end`
  const values = Array.from({ length: COLUMNS }, (_, n) => {
    const column = id("column", `(${boardOfTask}) * ${COLUMNS} + ${n}`)
    return `${n === 0 ? `'{"'` : `',"'`} || ${column} || '":"value ${n} of ' || i || '"'`
  }).join(" || ")
  const made = { created_at: at("i"), updated_at: at("i") }
  const insertion = ([table, rows, columns]) =>
    `insert into boardwright_${table} (${Object.keys(columns).join(", ")})
      with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < ${rows - 1})
      select ${Object.values(columns).join(", ")} from numbers`
  const ofTask = (noun, each) => ({ id: id(noun), task_id: id("task", `i / ${each}`), created_at: at("i") })
  return (
    [
      [
        "account",
        users,
        {
          id: id("user"),
          name: "'User ' || i",
          email: "'user-' || i || '@example.com'",
          normalized_email: "'user-' || i || '@example.com'",
          avatar: "'/api/avatars/default.svg'",
          password_hash: `'${fixture.PASSWORD_HASH}'`,
          verified_at: at("i"),
          has_completed_onboarding: "true",
          onboarding_data: `'{"companyName":"Acme","role":"Developer"}'`,
          token_version: "0",
          created_at: at("i")
        }
      ],
      [
        "workspace",
        1,
        { id: id("workspace"), name: "'Garden'", icon: "'📋'", color: "'#6366F1'", owner_id: id("user", 0), ...made }
      ],
      [
        "board",
        boards,
        {
          id: id("board"),
          workspace_id: id("workspace", 0),
          name: "'Spring'",
          description: "''",
          background: `'{"type":"solid","value":"#FFFFFF"}'`,
          view_density: "'default'",
          ...made
        }
      ],
      [
        "group",
        2 * boards,
        { id: id("group"), board_id: id("board", "i / 2"), name: "'Group'", color: "'#579BFC'", rank: rank() }
      ],
      [
        "column",
        COLUMNS * boards,
        {
          id: id("column"),
          board_id: id("board", `i / ${COLUMNS}`),
          name: "'Column'",
          type: "'text'",
          required: "false",
          description: "''",
          visible: "true",
          rank: rank()
        }
      ],
      [
        "member",
        EDITORS * 2,
        { board_id: id("board", "i % 2"), user_id: id("user", "1 + i / 2"), role: "'editor'", joined_at: at("i") }
      ],
      [
        "member",
        2 * members,
        {
          board_id: id("board", "i % 2"),
          user_id: id("user", `${STRANGER + 1} + i / 2`),
          role: "'viewer'",
          joined_at: at("i")
        }
      ],
      [
        "task",
        tasks,
        {
          id: id("task"),
          board_id: id("board", boardOfTask),
          group_id: id("group", `2 * (${boardOfTask}) + i % 2`),
          name: "'Task ' || i",
          status: "case i % 5 when 0 then 'working' when 1 then 'pending' else 'done' end",
          priority: "'medium'",
          due_date: `case i % 3 when 0 then ${at("i")} end`,
          created_at: at("i"),
          description: "'What is to be done, at some length'",
          column_values: json(`${values} || '}'`),
          updated_at: at("i"),
          rank: rank()
        }
      ],
      ["task_assignee", tasks, { task_id: id("task"), position: "0", user_id: id("user", `1 + i / 5 % ${EDITORS}`) }],
      [
        "comment",
        3 * Math.min(read, 1000),
        { ...ofTask("comment", 3), user_id: id("user", 1), content: "'Some words on it'", mentions: "'[]'" }
      ],
      ["subtask", 2 * Math.min(read, 1000), { ...ofTask("subtask", 2), name: "'A part'", completed: "false" }],
      [
        "time_entry",
        Math.min(read, 1000),
        { ...ofTask("entry", 1), user_id: id("user", 1), duration: "1.5", description: "''" }
      ]
    ]
      .filter(([, rows]) => rows > 0)
      .map(insertion)
      // PostgreSQL does it by itself, SQLite never.
      .concat(dialect === "pg" ? "analyze" : [])
  )
}
