import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { bootSystemd, CHECKOUT } from "./bootSystemd.js"
import { productionBlock } from "./productionBlock.js"

const folder = mkdtempSync(join(tmpdir(), "boardwright-systemd-"))
afterAll(() => rmSync(folder, { recursive: true }))

// npm has installed what is tested here already, and the delay is waited for where it matters only.
const recipe = productionBlock("systemd")
  .replace(/^npm ci$/m, "")
  .replace(
    "systemctl daemon-reload",
    "echo SHUTDOWN_DELAY=0 >> /etc/boardwright/boardwright.env\nsystemctl daemon-reload"
  )

const SIGN_UP = `fetch("http://127.0.0.1:3000/api/auth/signup", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ name: "Ada", email: "ada@example.com", password: "correct horse" })
}).then(({ status }) => console.log("SignUp: " + status))`

const READY = `fetch("http://127.0.0.1:3000/api/health/ready")
  .then(async (response) => console.log("Ready: " + (await response.json()).checks.server))`

// In a file that the server loads.
const BLOCK = `process.on("SIGUSR2", () => { for (;;); })`

const SCRIPT = `cd ${CHECKOUT}
${recipe}
property() { systemctl show --value -p "$1" boardwright; }
grep -E '^(Uid|CapEff|CapBnd|NoNewPrivs|Seccomp):' "/proc/$(systemctl show --value -p MainPID boardwright)/status"
echo "User: $(id -u boardwright)"
node -e '${SIGN_UP}'
stat --format 'Data: %U %a' /var/lib/boardwright /var/lib/boardwright/boardwright.db
systemctl restart boardwright
boardwright user list
${productionBlock("timer")}
echo "Timer: $(systemctl is-active boardwright-backup.timer)"
systemctl start boardwright-backup
echo "Backup: $(systemctl show --value -p Result boardwright-backup) $(ls /var/lib/boardwright/backups | wc -l)"
stat --format 'Backups: %U %a' /var/lib/boardwright/backups /var/lib/boardwright/backups/*
# Pings arrive, and a blocked event loop is noticed.
mkdir -p /run/systemd/system/boardwright.service.d
printf '%s\n' [Service] WatchdogSec=2 Environment=NODE_OPTIONS=--require=/boot-check/block.cjs > /run/systemd/system/boardwright.service.d/block.conf
systemctl daemon-reload
systemctl restart boardwright
ping="$(property WatchdogTimestampMonotonic)"
until [ "$(property WatchdogTimestampMonotonic)" != "$ping" ]; do sleep 0.1; done
echo "Pinged: $(property NRestarts)"
sed -i /SHUTDOWN_DELAY/d /etc/boardwright/boardwright.env
systemctl kill --kill-who=main --signal=USR2 boardwright
until [ "$(property NRestarts) $(property ActiveState)" = "1 active" ]; do sleep 0.1; done
node -e '${READY}'
# A signal from elsewhere.
kill "$(property MainPID)"
until [ "$(property ActiveState)" = deactivating ]; do sleep 0.1; done
node -e '${READY}'
systemctl stop boardwright
systemctl show boardwright -p Result,ExecMainStatus
echo PORT=http >> /etc/boardwright/boardwright.env
systemctl start boardwright || echo "Start: $?"
for attempt in $(seq 100); do systemctl is-failed --quiet boardwright && break; sleep 0.1; done
systemctl show boardwright -p ActiveState,NRestarts,ExecMainStatus`

test("the recipe installs a unit that systemd starts without rights, restarts, backs up, stops, restarts when it is blocked, and leaves alone when a setting is wrong", async () => {
  const lines = (await bootSystemd(folder, SCRIPT, { "block.cjs": BLOCK }))
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
  const user = lines.find((line) => line.startsWith("User: "))?.slice("User: ".length)
  expect(Number(user)).toBeGreaterThan(0)
  expect(lines).toEqual(
    expect.arrayContaining([
      `Uid: ${user} ${user} ${user} ${user}`,
      "CapEff: 0000000000000000",
      "CapBnd: 0000000000000000",
      "NoNewPrivs: 1",
      "Seccomp: 2",
      "SignUp: 201",
      "Data: boardwright 700",
      "Data: boardwright 600",
      expect.stringContaining("ada@example.com"),
      "Timer: active",
      "Backup: success 1",
      "Backups: boardwright 700",
      "Backups: boardwright 600",
      "Pinged: 0",
      "Ready: ok",
      "Ready: stopping",
      "Result=success",
      "ExecMainStatus=0",
      "Start: 1",
      "ActiveState=failed",
      "NRestarts=0",
      "ExecMainStatus=78"
    ])
  )
})
