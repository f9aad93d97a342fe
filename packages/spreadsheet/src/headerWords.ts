/** What a column holds, as its header says: `history` is a date that is not when a task is due. */
export type HeaderMeaning = "name" | "group" | "status" | "priority" | "due" | "history" | "person" | "email"

// In order of rank: of two columns that fit, the one with the earlier word is taken.
const WORDS: Readonly<Record<HeaderMeaning, ReadonlyArray<string>>> = {
  name: [
    ...["task name", "card name", "item name", "aufgabenname", "name der aufgabe", "vorgangsname"],
    ...["name", "title", "summary", "task", "item", "card", "subject", "to do", "issue"],
    ...["titel", "aufgabe", "zusammenfassung", "vorgang", "bezeichnung", "betreff", "karte"],
    ...["titre", "nom", "tâche", "título", "nombre", "tarea", "tarefa", "nome", "titolo", "attività"],
    ...["naam", "taak", "nazwa", "zadanie", "tytuł", "namn", "uppgift", "navn", "opgave", "oppgave"]
  ],
  group: [
    ...["group", "group name", "section/column", "section", "list name", "list", "bucket name", "bucket"],
    ...["gruppe", "gruppenname", "abschnitt", "abschnitt/spalte", "liste", "listenname", "bereich"],
    ...["groupe", "sección", "grupo", "gruppo", "sezione", "groep", "grupa", "grupp"]
  ],
  status: [
    ...["status", "state", "task status"],
    ...["zustand", "bearbeitungsstatus", "statut", "état", "estado", "stato"]
  ],
  priority: [
    ...["priority", "prio", "importance", "priorität", "dringlichkeit", "wichtigkeit"],
    ...["priorité", "prioridad", "prioridade", "priorità", "prioriteit", "priorytet", "prioritet"]
  ],
  due: [
    ...["due date", "due", "due on", "due at", "deadline", "target date", "end date", "date"],
    ...["fällig am", "fällig", "fälligkeit", "fälligkeitsdatum", "frist", "termin", "enddatum", "datum", "bis"],
    ...["échéance", "date d'échéance", "fecha límite", "fecha de vencimiento", "fecha", "vencimiento", "prazo"],
    ...["scadenza", "data di scadenza", "vervaldatum", "deadline date", "termin wykonania", "data"]
  ],
  history: [
    ...["created", "created at", "created date", "creation log", "creation date", "updated", "updated at"],
    ...["last updated", "last modified", "modified", "completed at", "completed date", "resolved", "last viewed"],
    ...["start", "start date", "started at", "closed at", "start am", "beginn", "startdatum", "erstellt"],
    ...["erstellt am", "erstelldatum", "angelegt am", "geändert", "geändert am", "aktualisiert", "abgeschlossen am"],
    ...["erledigt am", "status category changed", "créé le", "creado", "fecha de inicio", "début"]
  ],
  person: [
    ...["assignee", "assignees", "assigned to", "owner", "owners", "person", "people", "responsible", "members"],
    ...["reporter", "creator", "lead", "zugewiesen an", "zuständig", "bearbeiter", "verantwortlich", "mitglieder"],
    ...["besitzer", "responsable", "asignado a", "assegnatario", "toegewezen aan", "przypisane do"]
  ],
  email: ["email", "e-mail", "assignee email", "e-mail-adresse", "mail", "courriel", "correo"]
}

/** A header as it is compared: lower case, single spaces, no mark of being required. */
export const plainHeader = (header: string): string =>
  header
    .normalize("NFC")
    .toLowerCase()
    .replace(/(?<![*:])[*:]+\s*$/, "")
    .replace(/[\s_]+/g, " ")
    .trim()

/** How well a header fits a meaning: 0 is best, null not at all. */
export const rankOf = (header: string, meaning: HeaderMeaning): number | null => {
  const rank = WORDS[meaning].indexOf(plainHeader(header))
  return rank === -1 ? null : rank
}

const ALL = new Set(Object.values(WORDS).flat())

/** Whether a cell is a word that headers are made of. */
export const isHeaderWord = (cell: string): boolean => ALL.has(plainHeader(cell))
