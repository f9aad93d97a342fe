import { Effect, Either, Schema } from "effect"
import { CreateTask } from "../task/createTask.js"
import { MoveTask } from "../task/moveTask.js"
import { UpdateTask } from "../task/updateTask.js"
import { decodeInput, failOnIssues, type Issue } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { Id, listOf, NAME_LENGTH, optional, text } from "../values/Text.js"

/** Most operations of a bulk. */
export const MAX_OPERATIONS = 200

const object = (description: string) =>
  Schema.declare((input: unknown): input is Record<string, unknown> => isPlainObject(input), {
    message: () => "must be a JSON object",
    jsonSchema: { type: "object", additionalProperties: true, description }
  })

const Expect = object(
  "Fields as the task must have them before the operation; a value of a column is columnValues.<id>"
)

const list = <A, I>(operation: Schema.Schema<A, I>) => listOf(operation, MAX_OPERATIONS).pipe(Schema.minItems(1))

/** A name for the new task, by which later operations of the bulk may name it in place of its id. */
const Ref = text(NAME_LENGTH)

const CreateOperation = Schema.Struct({
  op: Schema.Literal("create"),
  ref: optional(Ref),
  task: CreateTask.omit("boardId")
})
const OfTask = { id: Id, expect: optional(Expect) }
const UpdateOperation = Schema.Struct({ op: Schema.Literal("update"), ...OfTask, patch: UpdateTask })
const MoveOperation = Schema.Struct({ op: Schema.Literal("move"), ...OfTask, ...MoveTask.fields, groupId: Id })
const DeleteOperation = Schema.Struct({ op: Schema.Literal("delete"), ...OfTask })

/**
 * Up to 200 operations on the tasks of one board, in order. Each takes what the use case of its name takes. `expect` of
 * those on a task that is there has fields as it must have them before its operation.
 */
export const BulkTasks = Schema.Struct({
  boardId: Id,
  operations: list(Schema.Union(CreateOperation, UpdateOperation, MoveOperation, DeleteOperation))
})
export type BulkTasks = typeof BulkTasks.Encoded

const NONE: Issue = { path: ["operations"], message: "must have at least one operation" }

const decodeList = decodeInput(Schema.Struct({ boardId: Id, operations: listOf(Schema.Unknown, MAX_OPERATIONS) }))

/** Checks the list, but not its operations. */
export const decodeBulk = (input: unknown) =>
  Effect.tap(decodeList(input), ({ operations }) => failOnIssues(operations.length === 0 ? [NONE] : []))

const OPERATIONS = ["create", "update", "move", "delete"] as const
const Op = Schema.Literal(...OPERATIONS).annotations({
  message: () => ({ message: `must be one of ${OPERATIONS.join(", ")}`, override: true })
})

const decodeNamed = decodeInput(Schema.Struct({ op: Op }))

/** The `op` of an operation. */
export const decodeOp = (operation: unknown) => {
  const known = isPlainObject(operation) ? OPERATIONS.find((op) => op === operation["op"]) : undefined
  return known === undefined ? Either.map(decodeNamed(operation), ({ op }) => op) : Either.right(known)
}

const decodeCreate = decodeInput(Schema.Struct({ ref: optional(Ref), task: object("A task") }))

/** Check an operation by its `op`, but not what the use case of that name checks. */
export const decodeOperation = {
  // Without a name, as most are, there is one field to check.
  create: (operation: unknown): ReturnType<typeof decodeCreate> => {
    const { ref = null, task } = isPlainObject(operation) ? operation : {}
    return ref === null && isPlainObject(task) ? Either.right({ task }) : decodeCreate(operation)
  },
  update: decodeInput(Schema.Struct({ ...OfTask, patch: object("Fields of a task") })),
  move: decodeInput(Schema.Struct({ ...OfTask, groupId: Id })),
  delete: decodeInput(Schema.Struct(OfTask))
}
