import type { Json } from "../values/Json.js"
import { isSame } from "../values/patched.js"
import type { FieldChange, FieldChanges } from "./Change.js"

/** Set by the server, not by the caller. */
const UNRECORDED = new Set(["id", "rank", "createdAt", "editedAt", "updatedAt"])

/**
 * The fields without the rank of what was removed, which only the undo of the removal needs, and without the address of an
 * invitation, which earlier versions recorded.
 */
export const shownFields = (fields: FieldChanges): FieldChanges => {
  if (!Object.hasOwn(fields, "rank") && !Object.hasOwn(fields, "email")) return fields
  const { email: _email, rank: _rank, ...shown } = fields
  return shown
}

type Entries = ReadonlyMap<string, Json>

/** Calls back with each recorded field; each custom value is one. */
const eachField = (entity: object, take: (field: string, value: Json) => void): void => {
  for (const field in entity) {
    const value: unknown = entity[field as keyof typeof entity]
    if (field === "columnValues") {
      for (const [column, cell] of Object.entries(value as object)) take(`${field}.${column}`, cell as Json)
    } else if (!UNRECORDED.has(field)) take(field, value as Json)
  }
}

const entriesOf = (entity: object): Entries => {
  const entries = new Map<string, Json>()
  eachField(entity, (field, value) => entries.set(field, value))
  return entries
}

const isEmpty = (value: Json): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0)

const changesBetween = (before: Entries, after: Entries): FieldChanges => {
  const changes: Record<string, FieldChange> = {}
  for (const field of new Set([...before.keys(), ...after.keys()])) {
    const change = { from: before.get(field) ?? null, to: after.get(field) ?? null }
    if (!isSame(change.from, change.to)) changes[field] = change
  }
  return changes
}

/** The fields of an entity that are not the very same value in another version of it. */
const differingFrom = (other: object, entity: object): object => {
  const others = new Map<string, unknown>(Object.entries(other))
  return Object.fromEntries(Object.entries(entity).filter(([field, value]) => others.get(field) !== value))
}

/** The fields that differ between two versions of an entity. */
export const changedFields = <A extends object>(before: A, after: A): FieldChanges =>
  changesBetween(entriesOf(differingFrom(after, before)), entriesOf(differingFrom(before, after)))

/** The names of the recorded fields whose value is no longer the one after the change. */
export const fieldsChangedSince = (fields: FieldChanges, entity: object): ReadonlyArray<string> => {
  const values = entriesOf(entity)
  return Object.entries(fields).flatMap(([field, { to }]) => (isSame(values.get(field) ?? null, to) ? [] : [field]))
}

/** A change for each field that is not empty. */
const eachPresent = (entity: object, changeOf: (value: Json) => FieldChange): FieldChanges => {
  const changes: Record<string, FieldChange> = {}
  eachField(entity, (field, value) => {
    if (!isEmpty(value)) changes[field] = changeOf(value)
  })
  return changes
}

/** The fields of a new entity; empty ones are left out. */
export const createdFields = (after: object): FieldChanges => eachPresent(after, (to) => ({ from: null, to }))

/** What an entity is of, which the record of its creation does not have. */
const OWNERS = new Set(["boardId", "taskId", "userId"])

/** As `fieldsChangedSince`, for what was created: with the fields that were empty or false then, and are no longer. */
export const fieldsChangedSinceCreation = (fields: FieldChanges, entity: object): ReadonlyArray<string> => [
  ...fieldsChangedSince(fields, entity),
  ...Object.entries(createdFields(entity)).flatMap(([field, { to }]) =>
    Object.hasOwn(fields, field) || OWNERS.has(field) || to === false ? [] : [field]
  )
]

/** The fields of an entity that is removed; empty ones are left out. */
export const removedFields = (before: object): FieldChanges => eachPresent(before, (from) => ({ from, to: null }))
