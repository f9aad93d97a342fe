import { type Access, Account, Board, Facade, Values, type Workspace } from "@boardwright/core"
import { Effect, Option } from "effect"
import { checkFields } from "./checkFields.js"

/** A verified user who is signed in. */
export interface TestUser {
  readonly id: Account.UserId
  readonly name: string
  readonly email: string
  readonly password: string
  /** The token from signing in: valid for 7 days by the hub's clock. */
  readonly accessToken: string
  /** The user as actor: the first argument of most calls. */
  readonly actor: Access.Actor
}

/** Fields of a user; the others have defaults. */
export interface TestUserInput {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly password?: string | undefined
}

/** A board with one group, in a workspace of its own. */
export interface TestBoard {
  readonly owner: TestUser
  readonly workspace: Workspace.Workspace
  /** With its groups, columns and members. */
  readonly board: Board.ShownBoard
}

const USER_FIELDS: ReadonlyArray<keyof TestUserInput> = ["name", "email", "password"]

/** Fields of a board; the others have defaults. */
export interface TestBoardInput {
  readonly name?: string | undefined
  /** Owner of the workspace and creator of the board. */
  readonly owner?: TestUser | undefined
  /** Users who were invited and accepted. */
  readonly members?: ReadonlyArray<{ readonly user: TestUser; readonly role: Access.Role }> | undefined
}

const BOARD_FIELDS: ReadonlyArray<keyof TestBoardInput> = ["name", "owner", "members"]

/** Marks the address of a new account verified, without the mail. */
export const markVerified = Effect.fnUntraced(function* (email: string) {
  const accounts = yield* Account.AccountRepository
  const address = Account.normalizeEmail(email)
  const { id } = Option.getOrThrow(yield* accounts.findByEmail(address))
  const at = yield* Values.Timestamp.now
  yield* accounts.markVerified(id, at)
  yield* (yield* Board.InvitationRepository).bind(address, id, at)
})

const addressOf = (name: string, place: number): string =>
  `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-") || "user"}-${place}@example.test`

/** The calls that set a test up, by the same use cases that a person would go through. */
export const givensOf = (hub: Facade.Promises, verify: (email: string) => Promise<void>) => {
  let users = 0

  const givenUser = async (input: TestUserInput = {}): Promise<TestUser> => {
    checkFields(input, USER_FIELDS, "a user must be an object such as { name }")
    users += 1
    const { name = "Ada Lovelace", password = "correct horse battery staple" } = input
    const { email = addressOf(name, users) } = input
    await hub.accounts.signUp({ name, email, password })
    await verify(email)
    const { token, user } = await hub.accounts.signIn({ email, password })
    const { id } = user
    return { id, name: user.name, email: user.email, password, accessToken: token, actor: Facade.asUser(id) }
  }

  const givenBoard = async (input: TestBoardInput = {}): Promise<TestBoard> => {
    checkFields(input, BOARD_FIELDS, "a board must be an object such as { name }")
    for (const member of input.members ?? [])
      checkFields(member, ["user", "role"], "a member must be an object such as { user, role }")
    const owner = input.owner ?? (await givenUser())
    const workspace = await hub.workspaces.create(owner.actor, { name: "Analytical engines" })
    const made = await hub.boards.create(owner.actor, { name: input.name ?? "Roadmap", workspaceId: workspace.id })
    for (const { role, user } of input.members ?? []) {
      const { invitation } = await hub.members.invite(owner.actor, made.id, { userId: user.id, role })
      await hub.invitations.accept(user.actor, invitation.id)
    }
    return { owner, workspace, board: await hub.boards.get(owner.actor, made.id) }
  }

  return { givenUser, givenBoard }
}
