import { Change } from "@boardwright/core"
import { describe, expect, it } from "vitest"
import { de, fieldsDe } from "../src/browser/sentenceTexts/de.js"
import { en } from "../src/browser/sentenceTexts/en.js"
import { sentenceOf } from "../src/browser/sentences.js"
import type { Names } from "../src/browser/taskClauses.js"
import { wordsIn } from "../src/browser/words.js"

const names: Names = {
  me: "me",
  people: new Map([
    ["ada", "Ada"],
    ["bob", "Bob"]
  ]),
  things: new Map([
    ["doing", "In Arbeit"],
    ["done", "Fertig"],
    ["size", "Größe"]
  ]),
  columns: [{ id: "size", type: "number", field: null }],
  words: wordsIn({
    texts: de,
    fields: fieldsDe,
    locale: "de",
    dateText: (value) => new Date(value).toLocaleDateString("de", { dateStyle: "medium", timeZone: "UTC" }),
    durationText: (minutes) => `${minutes} min`,
    knownText: () => undefined
  })
}

type Fields = Change.FieldChanges
const say = (type: Change.ChangeType, fields: Fields = {}, actorId: string | null = "ada", subjectId = "other") =>
  sentenceOf({ type, actorId, subjectId, fields }, names)
const added = (field: string, to: Fields[string]["to"]): Fields => ({ [field]: { from: null, to } })

describe("in German", () => {
  it("each text has the places that it has in English", () => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()
    for (const [key, text] of Object.entries(en))
      expect([key, places(de[key as keyof typeof en])]).toEqual([key, places(text)])
  })

  it.each(Change.CHANGE_TYPES)("a change of the type %s is a sentence, whatever is known of it", (type) => {
    for (const fields of [{}, added("name", "Säen"), added("tasks", 2), added("content", "Tiefer"), added("x", null)])
      expect(say(type, fields)).toMatch(/^Ada hat [^{}]*[^ ]\.$/)
    expect(say(type)).not.toMatch(/undefined|null|\[object|NaN|Invalid| {2}|\b(the|a|it|and)\b/)
  })

  it("what happens to a task is told as people say it", () => {
    const move = { groupId: { from: "doing", to: "done" } }
    expect(say("task.created", added("groupId", "doing"))).toBe("Ada hat die Aufgabe in In Arbeit angelegt.")
    expect(say("task.moved", move)).toBe("Ada hat die Aufgabe von In Arbeit nach Fertig verschoben.")
    expect(say("task.moved", added("beforeTaskId", "x"))).toBe("Ada hat die Aufgabe innerhalb der Gruppe verschoben.")
    expect(
      say("task.updated", {
        name: { from: "Säen", to: "Erbsen säen" },
        status: { from: "pending", to: "done" },
        "columnValues.size": { from: 4, to: null },
        assignees: { from: ["bob"], to: ["me"] },
        dueDate: { from: null, to: "2027-03-25T00:00:00.000Z" },
        description: { from: "a", to: "b" }
      })
    ).toBe(
      "Ada hat die Aufgabe von „Säen“ in „Erbsen säen“ umbenannt, den Status von pending zu done geändert, Größe geleert, dich zugewiesen, Bob von der Aufgabe genommen, das Fälligkeitsdatum auf 25.03.2027 gesetzt und die Beschreibung geändert."
    )
    expect(say("task.updated", { "columnValues.size": { from: 1234, to: 1.234 } })).toBe(
      "Ada hat Größe von 1.234 zu 1,234 geändert."
    )
    expect(say("task.transferred", added("groupId", "doing"))).toBe(
      "Ada hat die Aufgabe von einem anderen Board hierher verschoben."
    )
    expect(say("member.added", added("role", "viewer"), "ada", "bob")).toBe(
      "Ada hat Bob mit der Rolle Kommentator hinzugefügt."
    )
    expect(say("member.updated", { role: { from: "viewer", to: "editor" } }, "ada", "me")).toBe(
      "Ada hat deine Rolle von Kommentator zu Bearbeiter geändert."
    )
    expect(say("task.deleted", {}, "me")).toBe("Du hast die Aufgabe gelöscht.")
    expect(say("task.restored", {}, null)).toBe("Der Betreiber hat die Aufgabe aus dem Papierkorb wiederhergestellt.")
    expect(say("task.purged", {}, "me")).toBe("Du hast die Aufgabe endgültig gelöscht.")
    expect(say("comment.created", added("content", "Tiefer"))).toBe("Ada hat den Kommentar „Tiefer“ geschrieben.")
    expect(say("comment.updated", added("content", "Tief"))).toBe("Ada hat einen Kommentar zu „Tief“ geändert.")
    expect(say("comment.deleted", {}, "who")).toBe("Jemand hat einen Kommentar gelöscht.")
    expect(say("subtask.updated", added("completed", true))).toBe("Ada hat die Unteraufgabe erledigt.")
    expect(say("subtask.created", added("name", "Graben"))).toBe("Ada hat die Unteraufgabe „Graben“ hinzugefügt.")
    expect(say("timeEntry.created", added("duration", 90))).toBe("Ada hat eine Zeit von 90 min erfasst.")
    expect(say("timeEntry.updated", { duration: { from: 90, to: 60 } })).toBe(
      "Ada hat einen Zeiteintrag von 90 min zu 60 min geändert."
    )
    expect(say("timeEntry.deleted")).toBe("Ada hat einen Zeiteintrag gelöscht.")
    expect(say("timeEntry.deleted", { duration: { from: 90, to: null } })).toBe(
      "Ada hat einen Zeiteintrag von 90 min gelöscht."
    )
  })
})
