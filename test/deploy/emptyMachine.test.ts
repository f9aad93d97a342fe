import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { bootSystemd, CHECKOUT } from "./bootSystemd.js"
import { productionBlock } from "./productionBlock.js"

const folder = mkdtempSync(join(tmpdir(), "boardwright-empty-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** A block with one place replaced by what a machine without a network has; fails if it is not there. */
const block = (name: string, place = "", by = ""): string => {
  const code = productionBlock(name)
  expect(code).toContain(place)
  return code.replace(place, by)
}

const FETCH = `const [, , path, body] = process.argv
const init = { method: "POST", headers: { "content-type": "application/json" }, body }
const response = await fetch("http://board.example.com" + path, body === undefined ? {} : init)
console.log(path + " " + response.status)
`

const signUp = (name: string) => {
  const body = { name, email: `${name}@example.com`, password: "correct horse battery" }
  return `node /boot-check/fetch.mjs /api/auth/signup '${JSON.stringify(body)}'`
}

// npm and apt have installed what is tested here already, and the machine's own database is none of ours. Without a load
// balancer's clients nobody waits for the delay, and no certificate can be obtained.
const SCRIPT = `cd ${CHECKOUT}
pg_lsclusters --no-header | while read -r version name rest; do pg_dropcluster --stop "$version" "$name"; done
pg_createcluster --start "$(ls /usr/lib/postgresql | sort -n | tail -n 1)" main > /boot-check/cluster
echo '127.0.0.1 board.example.com' >> /etc/hosts
${block("own")}
${block("database")}
${block("install", "npm ci\n")}
echo SHUTDOWN_DELAY=0 >> /etc/boardwright/boardwright.env
${block("start")}
${block("caddy", "systemctl restart", 'sed -i "s,^board,http://board," /etc/caddy/Caddyfile\nsystemctl restart')}
${signUp("ada")}
${block("backups")}
stat --format 'Backup: %U %a' /var/lib/boardwright/backups/*
${signUp("bob")}
boardwright user list | sed 's/^/Before: /'
${block("monitoring", "systemctl restart", "sed -i s/15s/1s/ /etc/prometheus/prometheus.yml\nsystemctl restart")}
up() { curl --silent http://127.0.0.1:9090/api/v1/targets | grep --only-matching '"health":"up"' | wc -l; }
until [ "$(up)" = 2 ]; do sleep 0.1; done
curl --silent http://127.0.0.1:9090/api/v1/alertmanagers | grep --only-matching '"activeAlertmanagers":\\[{'
curl --silent http://127.0.0.1:9462/metrics | grep --only-matching '^boardwright_last_verified_backup_timestamp_seconds'
set +e
${block("check", "https:", "http:")}
set -e
systemctl stop boardwright@1
node /boot-check/fetch.mjs /api/health/ready
systemctl start boardwright@1
${block("rolling")}
node /boot-check/fetch.mjs /api/health/ready
${block("return")}
boardwright user list | sed 's/^/After: /'
systemctl --failed --no-legend | sed 's/^/Failed: /'`

test("the commands for an empty machine lead to two instances with a proxy, backups that can be restored, and monitoring", async () => {
  const lines = (await bootSystemd(folder, SCRIPT, { "fetch.mjs": FETCH }))
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
  const starting = (word: string) => lines.filter((line) => line.startsWith(word))
  expect(starting("/api/")).toEqual([
    "/api/auth/signup 201",
    "/api/auth/signup 201",
    "/api/health/ready 200",
    "/api/health/ready 200"
  ])
  expect(starting("Backup: ")).toEqual(["Backup: boardwright 600"])
  expect(starting("boardwright_last")).toHaveLength(1)
  expect(starting('"activeAlertmanagers":[{')).toHaveLength(1)
  expect(lines.filter((line) => line.endsWith('"health":"up"'))).toHaveLength(2)
  expect(starting('{"status":"ready"')).toHaveLength(1)
  // The mail server is nobody's here.
  expect(lines.filter((line) => /^(?:warning|error) /.test(line))).toEqual([
    expect.stringMatching(/^error mail server /)
  ])
  expect(starting("ok last backup boardwright-")).toHaveLength(1)
  const users = (when: string) => starting(when).map((line) => line.split(" ")[1])
  expect([users("Before: "), users("After: ")]).toEqual([["ada@example.com", "bob@example.com"], ["ada@example.com"]])
  expect(starting("Failed: ")).toEqual([])
})
