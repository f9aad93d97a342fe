// How fast a board is in Chromium. See README.md.
import { execFileSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { testModule } from "../measure/testSupport.mjs"
import { quantile } from "../responsiveness/observe.mjs"
import { startServer } from "../responsiveness/processes.mjs"
import { tableOf } from "../report.mjs"
import { serveBlank } from "./blank.mjs"
import { traced } from "./trace.mjs"

const ROUNDS = 7
const TASKS = 10_000
/** Tasks of which a value is set at once. */
const CHANGED = 500
const tasks = TASKS.toLocaleString("en")
const loadAtStart = loadavg()[0].toFixed(1)
const COMMAND = fileURLToPath(new URL("../../packages/cli/bin/boardwright.js", import.meta.url))
const median = (values) => quantile(values, 0.5)

const folder = await mkdtemp(join(tmpdir(), "boardwright-pages-"))
const env = { ...process.env, DATA_DIR: folder }
const seeded = execFileSync(process.execPath, [COMMAND, "seed", "--demo"], { env, encoding: "utf8" })
const [, email, password] = /^(\S+)\t(\S+)\towner/m.exec(seeded)
const server = await startServer(folder)
const { launchBrowser } = await testModule("pages/browser")
const browser = await launchBrowser()

const call = async (path, token, body) => {
  const response = await fetch(`${server.baseUrl}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** A tab of a user who is signed in. Its console says how many milliseconds it took until `setReady` was called: by a task that is shown. */
const visit = async (token) => {
  const origins = [{ origin: server.baseUrl, localStorage: [{ name: "boardwright.token", value: token }] }]
  const context = await browser.newContext({
    ...{ viewport: { width: 1280, height: 800 }, bypassCSP: true, storageState: { cookies: [], origins } }
  })
  await context.addInitScript(`globalThis.setReady = () => console.log("ready", performance.now())
  if (location.port === "${new URL(server.baseUrl).port}")
    new MutationObserver((_, observer) => {
      if (document.querySelector("[data-task]") === null) return
      observer.disconnect()
      setReady()
    }).observe(document, { childList: true, subtree: true })`)
  return context.newPage()
}

/** Opens a page, which runs nothing of ours until it is ready: that would take time from it. */
const open = async (page, url) => {
  const said = page.waitForEvent("console", (message) => message.text().startsWith("ready "))
  await page.goto(url, { waitUntil: "commit" })
  return Number((await said).text().slice("ready ".length))
}

const readyAt = async (token, url) => {
  const page = await visit(token)
  const millis = await open(page, url)
  await page.context().close()
  return millis
}

/** What depends on the connection or the length of a body. */
const FRAMING = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding", "content-encoding"])

/** The document, the script and the style that a page loads at once: their bytes and headers. */
const loadedBy = async (token, url) => {
  const page = await visit(token)
  const found = { document: [], script: [], stylesheet: [] }
  page.on("response", (response) => found[response.request().resourceType()]?.push(response))
  await open(page, url)
  const read = async (responses) => {
    const bodies = await Promise.all(responses.map((response) => response.body()))
    return {
      bytes: bodies.reduce((sum, { length }) => sum + length, 0),
      gzipped: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0),
      headers: Object.fromEntries(Object.entries(responses[0].headers()).filter(([name]) => !FRAMING.has(name)))
    }
  }
  const [document, script, style] = await Promise.all(Object.values(found).map(read))
  await page.context().close()
  return { document, script, style }
}

const large = async (token, workspaceId) => {
  const types = ["text", "status", "number", "date", "person"]
  const rows = Array.from({ length: TASKS }, (_, at) => ({
    // None of those that are changed has the first status that they get: what has it is not sent.
    ...{ 0: `Task ${at}`, 1: `Bed ${at % 40}`, 2: ["Done", "Working on it", "Stuck"][at % (at < CHANGED ? 2 : 3)] },
    ...{ 3: String(at % 17), 4: `2027-03-${String(1 + (at % 28)).padStart(2, "0")}`, 5: "" }
  }))
  const columnMappings = types.map((type, at) => ({ index: at + 1, name: type, type }))
  const { board } = await call("/api/boards/import", token, {
    ...{ name: "Large", workspaceId, firstColumnIndex: 0, columnMappings, rows }
  })
  return board.id
}

const SCROLL = `(async () => {
  const grid = document.querySelector("[role=grid]")
  while (grid.scrollTop + grid.clientHeight < grid.scrollHeight - 1) {
    grid.scrollTop += 1500
    await new Promise(requestAnimationFrame)
  }
})()`
const FILTER = `(async () => {
  history.replaceState(null, "", location.href + "&q=bed+17")
  dispatchEvent(new PopStateEvent("popstate"))
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
})()`

const select = async (page) => {
  const box = (at) => page.getByLabel(`Select Task ${at}`, { exact: true })
  await page.getByRole("grid").evaluate((grid) => grid.scrollTo(0, 0))
  await box(0).click()
  while ((await box(CHANGED - 1).count()) === 0) {
    await page.getByRole("grid").evaluate((grid) => grid.scrollBy(0, 600))
    await page.waitForTimeout(50)
  }
  await box(CHANGED - 1).click({ modifiers: ["Shift"] })
}

/** Sets the status of the selected tasks, and waits until the stream has told of all. */
const setStatus = async (page, label) => {
  const bar = page.getByRole("group", { name: "Selected tasks" })
  await bar.getByRole("button", { name: "Set a value" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "status", exact: true }).click()
  let stored = 0
  const all = page.waitForResponse(async (response) => {
    if (response.url().endsWith("/api/tasks/bulk")) stored += (await response.json()).results.length
    return stored === CHANGED
  })
  await page.getByRole("option", { name: label }).click()
  await all
  await page.waitForTimeout(1000)
}

try {
  const { token } = await call("/api/auth/signin", undefined, { email, password })
  const { workspaces } = await call("/api/workspaces", token)
  const { boards } = await call(`/api/boards?workspaceId=${workspaces[0].id}`, token)
  const url = `${server.baseUrl}/app?board=${boards[0].id}`
  const loaded = await loadedBy(token, url)
  const blank = await serveBlank(loaded)
  const [board, empty] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    board.push(await readyAt(token, url))
    empty.push(await readyAt(token, blank.url))
  }
  blank.stop()
  const id = await large(token, workspaces[0].id)
  const figures = { scroll: [], filter: [], script: [], change: [], changeScript: [] }
  for (let round = 0; round < 3; round += 1) {
    const page = await visit(token)
    await page.goto(`${server.baseUrl}/app?board=${id}`)
    await page.getByText("10,000 tasks").first().waitFor({ timeout: 120_000 })
    await page.waitForFunction(`document.querySelector("[role=grid]").scrollHeight > 300000`, undefined, {
      timeout: 120_000
    })
    await select(page)
    const changed = await traced(browser, page, () => setStatus(page, ["Stuck", "Done", "Working on it"][round]))
    figures.change.push(changed.longest)
    figures.changeScript.push(changed.script)
    await page.getByRole("button", { name: "Clear selection" }).click()
    figures.scroll.push((await traced(browser, page, () => page.evaluate(SCROLL))).longest)
    const filtered = await traced(browser, page, () => page.evaluate(FILTER))
    figures.filter.push(filtered.longest)
    figures.script.push(filtered.script)
    await page.context().close()
  }
  const ratio = median(board.map((each, at) => each / empty[at]))
  const millis = (values) => `${median(values).toFixed(0)} ms`
  const table = tableOf(
    ["measured", "figure", "aim"],
    [
      [
        "script and style of the first load, gzipped",
        `${((loaded.script.gzipped + loaded.style.gzipped) / 1000).toFixed(1)} kB`,
        "70 kB"
      ],
      ["the demo board shows its tasks", millis(board), ""],
      ["an empty page of the same bytes and headers runs its script", millis(empty), ""],
      ["ratio of the two", ratio.toFixed(1), "3"],
      [`longest task of the main thread while ${tasks} tasks scroll`, millis(figures.scroll), "50 ms"],
      ["longest task while they are filtered", millis(figures.filter), ""],
      ["script time of the filter", millis(figures.script), "100 ms"],
      [`longest task while ${CHANGED} of them get another status`, millis(figures.change), ""],
      ["script time of that", millis(figures.changeScript), ""]
    ]
  )
  const results = `# Results of the pages

${new Date().toISOString().slice(0, 10)}, Chromium ${browser.version()}, Node ${process.version}, ${availableParallelism()} cores; load average at the start ${loadAtStart}.
Medians of ${ROUNDS} rounds for the first load, of 3 for ${tasks} tasks.

${table}
`
  console.log(results)
  await writeFile(new URL("results.md", import.meta.url), results)
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
