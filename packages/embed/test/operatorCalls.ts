import { asUser, type Boardwright, operator } from "@boardwright/embed"
import { expect } from "vitest"
import { PASSWORD } from "./hubs.js"

let made = 0

/** What the operator's use cases answer. */
export const operatorCalls = (hubOf: () => Boardwright) => {
  const given = (verified = true) => {
    made += 1
    const email = `operated-${made}@example.com`
    return hubOf().accounts.create(operator, { name: `Operated ${made}`, email, password: PASSWORD, verified })
  }
  const signIn = (email: string, password = PASSWORD) => hubOf().accounts.signIn({ email, password })
  return {
    accounts: {
      list: async () => {
        const account = await given()
        const found = await hubOf().accounts.list(operator, { search: account.email.toUpperCase() })
        expect(found).toEqual({ items: [account], total: 1, page: 1, limit: 1000 })
      },
      find: async () => {
        const account = await given()
        expect(await hubOf().accounts.find(operator, account.id)).toEqual(account)
        await expect(hubOf().accounts.find(asUser(account.id), account.id)).rejects.toMatchObject({ code: "Forbidden" })
      },
      create: async () => {
        const { email } = await given()
        expect(await signIn(email)).toMatchObject({ user: { email } })
      },
      verify: async () => {
        const { email } = await given(false)
        await expect(signIn(email)).rejects.toMatchObject({ code: "EmailNotVerified" })
        await hubOf().accounts.verify(operator, email)
        expect(await signIn(email)).toMatchObject({ user: { email } })
      },
      setPassword: async () => {
        const { email } = await given()
        await hubOf().accounts.setPassword(operator, email, { password: "a new password" })
        expect(await signIn(email, "a new password")).toMatchObject({ user: { email } })
      },
      disable: async () => {
        const { email, id } = await given()
        await hubOf().accounts.disable(operator, id)
        await expect(signIn(email)).rejects.toMatchObject({ code: "InvalidCredentials" })
        const minting = hubOf().accounts.mintToken(operator, id)
        await expect(minting).rejects.toMatchObject({ code: "AccountDisabled", details: { id } })
      },
      enable: async () => {
        const { email, id } = await given()
        await hubOf().accounts.disable(operator, id)
        await hubOf().accounts.enable(operator, id)
        expect(await signIn(email)).toMatchObject({ user: { email } })
      },
      delete: async () => {
        const { email, id } = await given()
        await hubOf().accounts.delete(operator, id)
        await expect(signIn(email)).rejects.toMatchObject({ code: "InvalidCredentials" })
      },
      mintToken: async () => {
        const { id } = await given()
        const { token } = await hubOf().accounts.mintToken(operator, id, { lifetime: "30 days" })
        expect(await hubOf().accounts.authenticate(token)).toEqual({ ...asUser(id), tokenVersion: 0 })
      }
    },
    workspaces: {
      listAll: async () => {
        const { id } = await given()
        const { role, ...workspace } = await hubOf().workspaces.create(asUser(id), { name: "Everybody's" })
        expect(role).toBe("owner")
        expect((await hubOf().workspaces.listAll(operator)).items).toContainEqual(workspace)
      },
      find: async () => {
        const { id } = await given()
        const name = `Workspace of ${id}`
        const { role: _, ...first } = await hubOf().workspaces.create(asUser(id), { name })
        expect(await hubOf().workspaces.find(operator, name)).toEqual(first)
        const second = await hubOf().workspaces.create(asUser(id), { name })
        const finding = hubOf().workspaces.find(operator, name)
        const details = { name, ids: [first.id, second.id], total: 2 }
        await expect(finding).rejects.toMatchObject({ code: "WorkspaceAmbiguous", details })
      }
    },
    tokens: {
      createFor: async () => {
        const { id } = await given()
        const { token } = await hubOf().tokens.createFor(operator, id, { name: "CI", scopes: ["read"] })
        expect(await hubOf().accounts.authenticate(token)).toMatchObject({ userId: id, token: { scopes: ["read"] } })
      },
      listAll: async () => {
        const { email, id } = await given()
        const { apiToken } = await hubOf().tokens.createFor(operator, email, { name: "CI", scopes: ["read"] })
        const { items } = await hubOf().tokens.listAll(operator, { user: email })
        expect(items).toEqual([{ ...apiToken, userId: id, email }])
      },
      revoke: async () => {
        const { id } = await given()
        const { apiToken } = await hubOf().tokens.createFor(operator, id, { name: "CI", scopes: ["read"] })
        await hubOf().tokens.revoke(operator, apiToken.id)
        expect((await hubOf().tokens.list(asUser(id))).items).toEqual([])
      }
    }
  }
}
