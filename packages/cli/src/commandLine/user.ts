import { argument, command, flag, json, required, text, tools, wholeNumber } from "./parameters.js"

const password = {
  passwordStdin: flag("Read the password from standard input"),
  passwordFile: text("FILE", "read the password from a file")
}

const who = argument("EMAIL|ID", "The user's email address or id")
const ofUser = { flags: { json }, positional: who }

/** The commands of `boardwright user`. */
export const userCommands = {
  list: command("List users, oldest first", async () => (await tools()).listUsers, {
    flags: { search: text("TEXT", "only users whose name or email address contains this text"), json }
  }),
  show: command("Show a user", async () => (await tools()).showUser, ofUser),
  log: command(
    "List sign-ins and changes of passwords, roles and sessions, latest first",
    async () => (await tools()).showUserLog,
    {
      flags: {
        user: text("EMAIL", "only events of this user, by email address or id"),
        type: text("TYPE", "only events of this type, such as signIn.failed"),
        since: text("TIME", "only events from this date or time on, such as 2026-11-23"),
        limit: wholeNumber(1, 1000, "at most this many events (default: 100)"),
        json
      }
    }
  ),
  sessions: command("List a user's sessions, last used first", async () => (await tools()).listUserSessions, ofUser),
  signout: command("End every session of a user", async () => (await tools()).signOutUser, {
    flags: { tokens: flag("Revoke the user's API tokens, too"), json },
    positional: who
  }),
  create: command(
    "Create a user; the password is asked for, or read from standard input or a file",
    async () => (await tools()).createUser,
    {
      flags: {
        email: required("EMAIL", "the email address to sign in with"),
        name: required("NAME", "the name that other users see"),
        verified: flag("Mark the email address as verified; otherwise the server sends a link"),
        ...password,
        json
      }
    }
  ),
  verify: command("Mark a user's email address as verified", async () => (await tools()).verifyUser, ofUser),
  "set-password": command("Set a user's password, and end every session", async () => (await tools()).setUserPassword, {
    flags: { ...password, json },
    positional: who
  }),
  disable: command(
    "Disable a user: sessions end, and signing in fails as with a wrong password",
    async () => (await tools()).disableUser,
    ofUser
  ),
  enable: command("Enable a disabled user", async () => (await tools()).enableUser, ofUser),
  delete: command(
    "Delete a user for good, with the workspaces that only the user is in; comments stay",
    async () => (await tools()).deleteUser,
    { flags: { yes: flag("Do not ask for confirmation"), json }, positional: who }
  )
}
