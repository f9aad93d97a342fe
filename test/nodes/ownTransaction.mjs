// An app that makes a call part of its own transaction of `node:sqlite`. Prints whether both rows are stored.
import { DatabaseSync } from "node:sqlite"
import { asUser, createBoardwright, mailFolder, sqlite } from "@boardwright/embed"

const hub = await createBoardwright({
  storage: sqlite("own.db"),
  mailer: mailFolder("mails"),
  jwtSecret: "a secret of at least 32 bytes, kept"
})
const own = new DatabaseSync("own.db")
own.exec("create table orders (name text)")
own.exec("begin")
own.exec("insert into orders values ('Peas')")
const { id } = await hub.withTransaction(own, (tx) => tx.workspaces.create(asUser("ada"), { name: "Garden" }))
own.exec("commit")
const { items } = await hub.workspaces.list(asUser("ada"), {})
const { orders } = own.prepare("select count(*) as orders from orders").get()
process.stdout.write(`${JSON.stringify([items.map((each) => each.id === id), orders])}\n`)
own.close()
await hub.close()
