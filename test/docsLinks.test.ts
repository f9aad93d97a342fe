import { existsSync, readdirSync, statSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { expect, it } from "vitest"
import { documents, proseOf, ROOT } from "./support/docBlocks.js"

const below = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .map((name) => `${folder}/${name}/README.md`)
    .filter((path) => existsSync(join(ROOT, path)))

/** Everything that is written for people. */
const all = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...documents,
  ...below("packages"),
  ...below("examples"),
  "bench/README.md",
  "bench/results.md"
]

/** The anchors that headings get, as GitHub makes them: of two alike the second ends in -1. */
const anchorsOf = (path: string): ReadonlySet<string> => {
  const anchors = new Set<string>()
  for (const [, heading = ""] of proseOf(path).matchAll(/^#{1,6} (.+)$/gm)) {
    const text = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .trim()
      .toLowerCase()
    const anchor = text.replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "").replaceAll(/\s/g, "-")
    let number = 0
    while (anchors.has(number === 0 ? anchor : `${anchor}-${number}`)) number += 1
    anchors.add(number === 0 ? anchor : `${anchor}-${number}`)
  }
  return anchors
}

const linksOf = (path: string): ReadonlyArray<string> =>
  [
    ...proseOf(path)
      .replaceAll(/`[^`\n]*`/g, "")
      .matchAll(/\]\(([^)\s]+)\)/g)
  ].map(([, link = ""]) => link)

const problemOf = (from: string, link: string): string | null => {
  if (/^(https?|mailto):/.test(link)) return null
  const [file = "", anchor] = link.split("#")
  const path = file === "" ? from : normalize(join(dirname(from), file))
  if (!existsSync(join(ROOT, path))) return `${from}: there is no ${path}`
  if (anchor === undefined) return null
  if (!statSync(join(ROOT, path)).isFile()) return `${from}: ${path} has no headings`
  return anchorsOf(path).has(anchor) ? null : `${from}: ${path} has no heading #${anchor}`
}

it("every link between documents leads to a file and a heading that are there", () => {
  const links = all.flatMap((path) => linksOf(path).map((link) => problemOf(path, link)))
  expect(links.filter((problem) => problem !== null)).toEqual([])
  expect(links.length).toBeGreaterThan(50)
})
