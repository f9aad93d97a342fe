// The package table: who may import what. A package without a row here does not pass the check.
const { readdirSync } = require("node:fs")

/** `packages`: our own packages; `modules`: npm packages; `node`: the files that may import node's own modules. */
const table = {
  core: { packages: [], modules: ["effect"] },
  // The in-memory hub answers requests as a real one does.
  testing: {
    packages: ["core", "http"],
    modules: ["effect", "@effect/vitest", "vitest"],
    node: "packages/testing/src/hub/"
  },
  sql: { packages: ["core"], modules: ["effect", "@effect/sql"] },
  sqlite: {
    packages: ["core", "sql"],
    modules: ["effect", "@boardwright/sqlite-node20", "@effect/experimental", "@effect/sql"],
    node: "packages/sqlite/src/"
  },
  "sqlite-node20": { packages: [], modules: ["better-sqlite3"] },
  postgres: {
    packages: ["core", "sql"],
    modules: ["effect", "@effect/experimental", "@effect/sql", "@effect/sql-pg", "pg"],
    node: "packages/postgres/src/"
  },
  node: {
    packages: ["core"],
    modules: [
      "effect",
      "@opentelemetry/api",
      "@zxcvbn-ts/language-common",
      "bcryptjs",
      "jose",
      "nodemailer",
      "openid-client",
      "postal-mime",
      "uuidv7"
    ],
    node: "packages/node/src/"
  },
  http: {
    packages: ["core", "spreadsheet"],
    modules: ["effect", "@effect/platform", "find-my-way"],
    node: "packages/http/src/node/"
  },
  spreadsheet: { packages: ["core"], modules: ["effect", "fflate", "sax"] },
  // Types of the client only. Scripts mirror rules of the core, which their tests compare.
  web: {
    packages: ["client", "spreadsheet"],
    modules: ["@preact/signals", "preact", "micromark", "micromark-[^/]+"],
    tests: ["core", "testing"]
  },
  client: { packages: ["core", "http"], modules: ["effect", "@effect/platform", "eventsource-parser"] },
  mcp: {
    packages: ["core", "http"],
    modules: ["effect", "@effect/platform", "@modelcontextprotocol/sdk"],
    node: "packages/mcp/src/relayStdio.ts"
  },
  embed: {
    packages: ["core", "http", "node", "postgres", "sqlite"],
    modules: ["effect", "@opentelemetry/api"],
    node: "packages/embed/src/"
  },
  cli: {
    packages: ["client", "core", "http", "mcp", "node", "postgres", "spreadsheet", "sql", "sqlite", "web"],
    modules: ["effect", "@opentelemetry/[^/]+", "@stricli/core", "luxon"],
    node: "packages/cli/src/"
  }
}

for (const folder of readdirSync(`${__dirname}/packages`)) {
  if (!(folder in table)) throw new Error(`packages/${folder} has no row in the table of .dependency-cruiser.cjs`)
}

// Resolved (packages/core/dist/index.js, node_modules/effect/...) or, where nothing is installed or built, as written.
const ours = (name) => `^(packages/${name}/dist|@boardwright/${name})(/|$)`
const npm = (name) => [`node_modules/${name}/`, `node_modules/@types/${name}/`, `^${name}(/|$)`]

const mayImport = ([name, { packages, modules }]) => ({
  name: name === "core" ? "core-is-pure" : `${name}-imports`,
  comment: `packages/${name} may import: ${[...packages, ...modules].join(", ") || "nothing"}`,
  severity: "error",
  from: { path: `^packages/${name}/src/` },
  to: {
    pathNot: [`^packages/${name}/src/`, ...packages.map(ours), ...modules.flatMap(npm)],
    dependencyTypesNot: ["core"]
  }
})

const mayImportNode = ([name, { node }]) => ({
  name: name === "core" ? "core-is-pure-of-node" : `${name}-node-imports`,
  comment: node === undefined ? `packages/${name} runs anywhere: no node:*` : `node:* only in ${node}`,
  severity: "error",
  from: { path: `^packages/${name}/src/`, ...(node === undefined ? {} : { pathNot: `^${node}` }) },
  to: { dependencyTypes: ["core"] }
})

const testsMayImport = ([name, { packages, tests = [] }]) => ({
  name: `${name}-test-imports`,
  comment: `tests of packages/${name} may import it, what it may import, and testing`,
  severity: "error",
  from: { path: `^packages/${name}/test/` },
  to: {
    path: "^(packages/|@boardwright/)",
    pathNot: [`^packages/${name}/`, ...[name, "testing", ...packages, ...tests].map(ours), "/node_modules/"]
  }
})

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "modules that import each other can't be read, tested or moved one at a time",
      severity: "error",
      from: {},
      to: { circular: true }
    },
    {
      name: "no-cycles-between-folders",
      comment:
        "the folders of a package form layers; in core: values, ports, access, background, the nouns, mail, system, facade",
      severity: "error",
      scope: "folder",
      from: { path: "^packages/[^/]+/src/" },
      to: { circular: true }
    },
    {
      name: "changes-are-recorded",
      comment:
        "a use case that changes a workspace runs by change/recording.ts; accounts, calendar links and mails are no part of the feed",
      severity: "error",
      from: {
        path: "^packages/core/src/",
        pathNot: "^packages/core/src/(account|calendar|change|idempotency|mail|notification|ports|system)/"
      },
      to: { path: "^packages/core/src/(idempotency/transactOnce|ports/Transactor).ts" }
    },
    {
      name: "packages-by-name",
      comment: "across packages only through the other package's exports, never by a relative path",
      severity: "error",
      from: { path: "^packages/([^/]+)/" },
      to: { path: "^packages/", pathNot: "^packages/$1/", dependencyTypes: ["local"] }
    },
    {
      name: "packages-by-name-from-outside",
      comment: "system tests, examples and benches see what an embedder sees",
      severity: "error",
      from: { pathNot: "^packages/" },
      to: { path: "^packages/[^/]+/(src|dist)/", dependencyTypes: ["local"], dependencyTypesNot: ["aliased-workspace"] }
    },
    {
      name: "no-unresolved",
      comment: "the module is not installed, not exported, or misspelled",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^@boardwright/" }
    },
    ...Object.entries(table).flatMap((row) => [mayImport(row), mayImportNode(row), testsMayImport(row)])
  ],
  options: {
    tsConfig: { fileName: "tsconfig.base.json" },
    tsPreCompilationDeps: true,
    // Node 20, on which this check runs too, does not have it.
    builtInModules: { add: ["node:sqlite"] },
    doNotFollow: { path: ["node_modules", "^packages/[^/]+/dist/"] },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["types", "import", "node", "default"] }
  }
}
