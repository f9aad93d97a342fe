const MIB = 1024 * 1024

const IMPORT = "/api/boards/import"
const SIGN_IN = "/api/auth/signin"

/** A list of equal entries that takes so many bytes. */
const list = (entry, bytes) =>
  `[${Array.from({ length: Math.floor(bytes / (entry.length + 1)) }, () => entry).join(",")}]`

const keys = (count, prefix = "") => `{${Array.from({ length: count }, (_, n) => `"${prefix}${n}":1`).join(",")}}`

const columnMappings = (columns) =>
  Array.from({ length: columns }, (_, index) => ({ index, type: "text", name: `Column ${index}` }))

const valid = (workspaceId, { cell, columns, mappings = columnMappings(columns), rows }) =>
  JSON.stringify({
    name: "Imported",
    workspaceId,
    columnMappings: mappings,
    rows: Array.from({ length: rows }, (_, row) =>
      Object.fromEntries(Array.from({ length: columns }, (_, column) => [column, cell(row * column)]))
    )
  })

/** The bodies that keep a server busiest for their size, where they are sent, and what is answered; made when asked for. */
export const bodies = (workspaceId) => [
  { name: "16 MiB of [1,1,...] to import", path: IMPORT, status: 400, make: () => list("1", 16 * MIB - 100) },
  { name: "1.2 million unknown keys to import", path: IMPORT, status: 400, make: () => keys(1_200_000) },
  {
    name: "15 MB of unique keys in rows",
    path: IMPORT,
    status: 400,
    make: () => `{"rows":[${Array.from({ length: 140 }, (_, row) => keys(8_000, `${row}_`)).join(",")}]}`
  },
  {
    name: "16 MB of long texts in rows",
    path: IMPORT,
    status: 400,
    make: () => `{"rows":${list(`"${"\\u00e9a".repeat(100_000)}"`, 16_000_000)}}`
  },
  {
    name: "1 MiB of [1,1,...] to sign-in",
    path: SIGN_IN,
    status: 400,
    make: () => `{"email":${list("1", MIB - 100)}}`
  },
  {
    name: "1 MiB of lists in lists to sign-in",
    path: SIGN_IN,
    status: 400,
    make: () => `{"email":${list(list("[1]", 30_000), MIB - 100)}}`
  },
  {
    name: "import of 10,000 rows x 100 columns",
    path: IMPORT,
    status: 201,
    make: () => valid(workspaceId, { rows: 10_000, columns: 100, cell: (n) => String(10_000_000 + n) })
  },
  {
    name: "import of 990,000 labels in 99 columns",
    path: IMPORT,
    status: 201,
    make: () => {
      const mappings = columnMappings(100).map((mapping) => ({
        ...mapping,
        type: mapping.index === 0 ? "text" : "dropdown"
      }))
      return valid(workspaceId, { rows: 10_000, columns: 100, mappings, cell: (n) => String(10_000_000 + n) })
    }
  },
  {
    name: "import of 240 rows x 16,000 addresses",
    path: IMPORT,
    status: 201,
    make: () => {
      const addresses = Array.from({ length: 16_000 }, (_, n) => n.toString(36)).join()
      const mappings = [{ index: 0 }, { index: 1, field: "assignees" }]
      return valid(workspaceId, {
        rows: 240,
        columns: 2,
        mappings,
        cell: (n) => (n === 0 ? "x" : addresses.slice(0, 65_000))
      })
    }
  },
  {
    name: "import of 240 rows, 16 MB of warnings",
    path: IMPORT,
    status: 201,
    make: () => {
      const mappings = [{ index: 0 }, { index: 1, type: "date" }]
      return valid(workspaceId, { rows: 240, columns: 2, mappings, cell: (n) => (n === 0 ? "x" : "x".repeat(65_000)) })
    }
  },
  {
    name: "import of 16,384 wrong headers",
    path: IMPORT,
    status: 400,
    make: () => `{"name":"Wrong","workspaceId":"${workspaceId}","rows":[],"headers":${list("1", 32_768)}}`
  },
  {
    name: "import of 31 rows x 8 cells of 64,000",
    path: IMPORT,
    status: 201,
    make: () => valid(workspaceId, { rows: 31, columns: 9, cell: (n) => String(n).padStart(n === 0 ? 1 : 64_000, "x") })
  }
]
