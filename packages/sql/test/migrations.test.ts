import { steps, words } from "@boardwright/sql"
import { assert, describe, it } from "@effect/vitest"

/** The columns of each table, and the names of indexes and statistics, in a dialect's migrations. */
const declared = (dialect: "sqlite" | "pg") => {
  const tables: Record<string, ReadonlyArray<string>> = {}
  const indexes: Array<string> = []
  const statistics: Array<string> = []
  for (const text of Object.values(steps).flatMap((step) => step(words[dialect]))) {
    const table = /^create (?:unlogged )?table (\w+) \(\n([\s\S]*)\n\s*\)/.exec(text)
    const index = /^create (?:unique )?index (?:if not exists )?(\w+)\s+on (\w+)/.exec(text)
    const dropped = /^drop index (\w+)$/.exec(text)?.[1]
    const statistic = /^create statistics (\w+) \([a-z, ]+\) on [a-z_, ]+ from (\w+)$/.exec(text)
    if (table !== null) {
      const lines = (table[2] ?? "").split("\n").map((line) => line.trim().split(" ")[0] ?? "")
      tables[table[1] ?? ""] = lines.filter((word) => !["primary", "unique", "foreign"].includes(word))
    } else if (index !== null) {
      assert.isTrue((index[2] ?? "") in tables, text)
      indexes.push(index[1] ?? "")
    } else if (dropped !== undefined) {
      assert.include(indexes, dropped)
      indexes.splice(indexes.indexOf(dropped), 1)
    } else if (statistic !== null) {
      assert.isTrue((statistic[2] ?? "") in tables, text)
      statistics.push(statistic[1] ?? "")
    } else if (/^(insert into|create trigger|create virtual table|drop table|alter table \w+ rename) /.test(text)) {
      // A table is made again: its indexes go with the one that was renamed.
      const gone = /^drop table (\w+)$/.exec(text)?.[1]
      const [, from = "", renamed = ""] = /^alter table (\w+) rename to (\w+)$/.exec(text) ?? []
      if (from !== "") {
        const own = indexes.filter((name) => name.startsWith(`${from}_`))
        for (const name of own) indexes.splice(indexes.indexOf(name), 1)
        tables[renamed] = tables[from] ?? []
      }
      if (gone !== undefined) delete tables[gone]
    } else {
      const [, to = "", column = ""] =
        /^alter table (\w+) add column (\w+) \w+(?: collate "C")?(?: not null default \S+)?$/.exec(text) ?? []
      assert.isTrue(to in tables, `not a table, index, statistics or column: ${text}`)
      tables[to] = [...(tables[to] ?? []), column]
    }
  }
  return { tables, indexes, statistics }
}

describe("migrations", () => {
  it("declare the same tables, columns and indexes for both dialects, except the counts and positions of PostgreSQL alone", () => {
    const { indexes, tables } = declared("pg")
    const { boardwright_rate_count, boardwright_throttle, ...kept } = tables
    assert.deepStrictEqual(boardwright_rate_count, ["key", "count", "resets_at"])
    assert.deepStrictEqual(boardwright_throttle, ["key", "count", "blocked_until", "resets_at", "refused"])
    const isCount = /^boardwright_(rate_count|throttle)_/
    // Where transactions commit one after another, the id of a change is its position.
    const isPosition = /^boardwright_change_(position|unplaced)$/
    for (const table of ["boardwright_change", "boardwright_feed"]) {
      const columns = kept[table] ?? []
      assert.include(columns, "position")
      kept[table] = columns.filter((column) => column !== "position")
    }
    // Where words have no type, they are in a virtual table.
    kept["boardwright_search_entry"] = kept["boardwright_search_entry"]?.filter((column) => column !== "words") ?? []
    const shared = {
      tables: kept,
      indexes: indexes.filter(
        (name) => !isCount.test(name) && !isPosition.test(name) && name !== "boardwright_search_entry_words"
      )
    }
    // SQLite needs no such statistics: it does not assume that the columns of an index are independent.
    assert.deepStrictEqual(declared("sqlite"), { ...shared, statistics: [] })
  })

  it("name everything after the product, in the singular", () => {
    const { indexes, statistics, tables } = declared("pg")
    assert.isAbove(Object.keys(tables).length, 10)
    for (const name of [...Object.keys(tables), ...indexes, ...statistics]) assert.match(name, /^boardwright_[a-z_]+$/)
    for (const name of Object.keys(tables)) assert.notMatch(name, /[^s]s$/)
  })

  it("are numbered from 1 without a gap", () => {
    const numbers = Object.keys(steps).map((name) => Number.parseInt(name, 10))
    assert.deepStrictEqual(
      numbers,
      numbers.map((_, at) => at + 1)
    )
  })

  it("reference accounts from no table that a host with its own users needs", () => {
    const texts = Object.values(steps).flatMap((step) => step(words.pg))
    const referring = texts.filter((text) => text.includes("references boardwright_account"))
    assert.deepStrictEqual(
      referring.map((text) => /^create table (\w+)/.exec(text)?.[1]),
      [
        "boardwright_known_client",
        "boardwright_session",
        "boardwright_email_change",
        "boardwright_identity",
        "boardwright_api_token"
      ]
    )
  })

  it("compare ranks byte by byte on PostgreSQL as SQLite does", () => {
    const ranks = Object.values(steps)
      .flatMap((step) => step(words.pg))
      .join("\n")
      .match(/^\s+rank .*$/gm)
    assert.isAbove(ranks?.length ?? 0, 2)
    for (const rank of ranks ?? []) assert.include(rank, 'collate "C"')
  })
})
