/** The parts of a task that a column sets instead of becoming a column of the board, besides name and group. */
export const TASK_PARTS = ["assignees", "description", "checklist", "parent"] as const
export type TaskPart = (typeof TASK_PARTS)[number]

/**
 * What a column holds, as its header says: `history` is a date that is not when a task is due, `done` a mark or the date
 * of a task that is completed.
 */
export type HeaderMeaning =
  | TaskPart
  | ("name" | "group" | "status" | "priority" | "due" | "history" | "done" | "person" | "email" | "labels")

const words = (divided: string): ReadonlyArray<string> => divided.split("|")

// In order of rank: of two columns that fit, the one with the earlier word is taken.
const WORDS: Readonly<Record<HeaderMeaning, ReadonlyArray<string>>> = {
  name: words(
    "task name|card name|item name|aufgabenname|name der aufgabe|vorgangsname|" +
      "task|name|title|summary|item|card|subject|to do|issue|" +
      "titel|aufgabe|zusammenfassung|vorgang|bezeichnung|betreff|karte|" +
      "titre|nom|tâche|título|nombre|tarea|tarefa|nome|titolo|attività|" +
      "naam|taak|nazwa|zadanie|tytuł|namn|uppgift|navn|opgave|oppgave"
  ),
  group: words(
    "group|group name|section/column|section|list name|list|bucket name|bucket|column|" +
      "gruppe|gruppenname|abschnitt|abschnitt/spalte|liste|listenname|bereich|spalte|" +
      "groupe|sección|grupo|gruppo|sezione|groep|grupa|grupp"
  ),
  status: words("status|state|task status|zustand|bearbeitungsstatus|statut|état|estado|stato"),
  priority: words(
    "priority|prio|importance|priorität|dringlichkeit|wichtigkeit|" +
      "priorité|prioridad|prioridade|priorità|prioriteit|priorytet|prioritet"
  ),
  due: words(
    "due date|due|deadline|target date|end date|date|" +
      "fällig|frist|termin|enddatum|datum|bis|" +
      "échéance|date d'échéance|fecha límite|fecha de vencimiento|fecha|vencimiento|prazo|" +
      "scadenza|data di scadenza|vervaldatum|termin wykonania|data"
  ),
  history: words("created|updated"),
  person: words(
    "assignee|assignees|assignee name|assigned to|owner|owners|person|people|responsible|" +
      "members|reporter|creator|lead|zugewiesen an|zuständig|zuständiger|bearbeiter|" +
      "verantwortlich|mitglieder|besitzer|responsable|asignado a|assegnatario|" +
      "toegewezen aan|przypisane do"
  ),
  assignees: words("assignee email|assignee emails|assignee e-mail|assignees email|owner email"),
  description: words(
    "description|card description|task description|item description|notes|body|details|" +
      "beschreibung|notizen|descripción|descrição|descrizione|omschrijving|opis"
  ),
  checklist: words(
    "checklist|checklists|checklist items|subtasks|sub-tasks|subitems|" +
      "checkliste|teilaufgaben|unteraufgaben|sous-tâches|subtareas|sottoattività|subtaken"
  ),
  parent: words(
    "parent key|parent id|parent issue|parent task id|parent task|parent item|parent|" +
      "übergeordnete aufgabe|übergeordneter vorgang|tâche parente|tarea principal"
  ),
  labels: words("labels|label|tags|tag|schlagwörter|stichwörter|étiquettes|etiquetas|etichette"),
  email: words("email|e-mail|assignee email|e-mail-adresse|mail|courriel|correo"),
  done: []
}

// Parts of longer headers, after all words: "Zu erledigen bis", "Timeline - End", "Last edited time".
const PARTS: Readonly<Partial<Record<HeaderMeaning, RegExp>>> = {
  due: /\bdue\b|fällig|frist\b|deadline|\bend(?:e|date)?$|\bbis$/,
  history:
    /\bcr[eé][aé]|erstell|angelegt|eingang|\bstart|begin|updat|aktual|änder|changed|edited|modifi|complet|closed|done|finished|fertiggestellt|schlossen|erledigt|respon|resolv|viewed|inicio|début/,
  done: /^(?!.*\b(?:not|nicht|to be|must be|plan|planned|target)\b)(?!.*\bby$).*(?:\b(?:complete|completed|closed|done|finished|fertig|fertiggestellt|geschlossen)\b|erledigt|abgeschlossen)/
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
  const plain = plainHeader(header)
  const rank = WORDS[meaning].indexOf(plain)
  if (rank !== -1) return rank
  return PARTS[meaning]?.test(plain) === true ? WORDS[meaning].length : null
}

const KEYS = ["issue id", "task id", "item id", "card id", "id", "issue key", "key"]
const KEYS_OF: Readonly<Record<string, ReadonlyArray<string>>> = {
  "parent key": ["issue key", "key"],
  "parent issue": ["url", "issue key", "issue id"]
}

/** The column whose cells the cells of a parent column name, besides the names of the rows, or -1. */
export const keyColumnOf = (parent: string, headers: ReadonlyArray<string>): number => {
  const plain = headers.map(plainHeader)
  const words = KEYS_OF[plainHeader(parent)] ?? KEYS
  const found = words.find((word) => plain.includes(word))
  return found === undefined ? -1 : plain.indexOf(found)
}

/** The index of the column whose header says best that it holds this, of those that fit; null if none says so. */
export const bestColumn = <Column extends { readonly header: string }>(
  columns: ReadonlyArray<Column>,
  meaning: HeaderMeaning,
  fits: (column: Column, index: number) => boolean = () => true
): number | null => {
  const ranked = columns.flatMap((column, index) => {
    const rank = rankOf(column.header, meaning)
    return rank === null || !fits(column, index) ? [] : [{ index, rank }]
  })
  return ranked.toSorted((a, b) => a.rank - b.rank)[0]?.index ?? null
}

const ALL = new Set(Object.values(WORDS).flat())

/** Whether a cell is a word that headers are made of. */
export const isHeaderWord = (cell: string): boolean => ALL.has(plainHeader(cell))
