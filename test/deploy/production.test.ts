import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import { ROOT, succeed } from "../packages/run.js"
import { deployFile, variablesOfServer, withoutFile } from "./deployFiles.js"
import { production, productionBlock } from "./productionBlock.js"

const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, "")
        .replaceAll(/\s/g, "-")
    )
  )

describe("docs/production.md", () => {
  test("every link leads to something", () => {
    const file = join(ROOT, "docs/production.md")
    const links = [...production.matchAll(/\]\(([^)]+)\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !target.startsWith("https:"))
    const broken = links.filter((link) => {
      const [path = "", anchor] = link.split("#")
      const target = path === "" ? file : join(dirname(file), path)
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(readFileSync(target, "utf8")).has(anchor))
    })
    expect(broken).toEqual([])
    expect(links.length).toBeGreaterThan(20)
  })

  test("every variable of the checklist, and of each way to run it, is one that the server reads", () => {
    const known = variablesOfServer()
    const checklist = production.slice(0, production.indexOf("## From an empty machine"))
    const named = [...checklist.matchAll(/`([A-Z][A-Z_]+)(?:=\w+)?`/g)].map(([, name = ""]) => name)
    const given = ["docker", "install", "systemd"].flatMap((word) =>
      [...productionBlock(word).matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = ""]) => name)
    )
    expect(given.length).toBeGreaterThan(3)
    expect([...named, ...given].filter((name) => !known.has(withoutFile(name)))).toEqual([])
  })

  test("every file of deploy/ that a command names exists, and so does every command and option of boardwright", async () => {
    const blocks = [...production.matchAll(/^```sh \w+\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text)
    const commands = blocks.join("\n").replaceAll("\\\n", " ")
    const files = [...commands.matchAll(/\bdeploy\/[\w./@-]+\w/g)].map(([file]) => file)
    expect(files.length).toBeGreaterThan(8)
    expect(files.filter((file) => !existsSync(join(ROOT, file)) && !file.startsWith("deploy/secrets"))).toEqual([])
    const calls = [...commands.matchAll(/boardwright\.js ([a-z]+)([^\n]*)/g)]
    expect(calls.length).toBeGreaterThan(1)
    for (const [, name = "", rest = ""] of calls) {
      const help = await succeed(ROOT, "node", "packages/cli/bin/boardwright.js", name, "--help")
      for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(help).toContain(option)
    }
  })

  test("what goes into .env is what compose.yaml asks for", () => {
    const asked = new Set([...deployFile("compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    const given = [...productionBlock("env").matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name)
    expect(given.length).toBeGreaterThan(3)
    expect(given.filter((name) => !asked.has(name))).toEqual([])
  })
})
