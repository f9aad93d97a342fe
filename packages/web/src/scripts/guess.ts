/**
 * Says what the columns of a sheet are, by the words of their headers and by their cells: `guessHeaded(rows)` whether the
 * first row that is not blank has the names, `sheetOf(rows, headed)` gives `{headers, rows}`, `guessKinds(sheet)` a kind
 * for each column. Pure.
 */
export const guessScript = String.raw`
const WORDS = {
  name: "task name,card name,item name,name,title,summary,task,item,card,subject,to do,issue,aufgabenname,titel,aufgabe," +
    "zusammenfassung,vorgang,bezeichnung,betreff,titre,nom,tâche,título,nombre,tarea,tarefa,nome,titolo,attività,naam,taak",
  status: "status,state,task status,zustand,bearbeitungsstatus,statut,état,estado,stato",
  priority: "priority,prio,importance,priorität,dringlichkeit,wichtigkeit,priorité,prioridad,prioridade,priorità,prioriteit",
  date: "due date,due,due on,due at,deadline,target date,end date,date,fällig am,fällig,fälligkeit,frist,termin,enddatum," +
    "datum,bis,échéance,fecha límite,fecha de vencimiento,fecha,prazo,scadenza,vervaldatum",
  history: "created,created at,creation date,updated,updated at,last updated,last modified,modified,completed at,resolved," +
    "start,start date,started at,closed at,startdatum,beginn,erstellt,erstellt am,geändert,geändert am,erledigt am"
}
const STATUSES = new Set(("to do,to-do,todo,open,pending,not started,in progress,working on it,working,doing,stuck,blocked," +
  "in review,review,done,complete,completed,closed,backlog,offen,in arbeit,in bearbeitung,erledigt,fertig").split(","))
const PRIORITIES = new Set("critical,highest,urgent,high,medium,normal,low,lowest,dringend,hoch,mittel,niedrig".split(","))

const wordsOf = Object.fromEntries(Object.entries(WORDS).map(([kind, words]) => [kind, words.split(",")]))
const plain = (text) => text.normalize("NFC").toLowerCase().replace(/(?<![*:])[*:]+\s*$/, "").replace(/[\s_]+/g, " ").trim()
const isBlank = (cell) => cell === undefined || cell.trim() === ""
const isDate = (cell) => /^(\d{4}-\d\d-\d\d([T ][\d:.+Z-]+)?|\d{1,2}([./-])\d{1,2}\3\d{4})$/.test(cell)
const isNumber = (cell) => /^[-+]?(0|[1-9]\d{0,14}|[1-9]\d{0,2}([., ]\d{3})+)([.,]\d{1,15})?$/.test(cell)
const isAddress = (cell) => /^([^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+|https?:\/\/\S+)$/.test(cell)

const guessHeaded = (rows) => {
  const first = rows.find(({ cells }) => !cells.every(isBlank))
  const cells = first.cells.filter((cell) => !isBlank(cell)).map((cell) => cell.trim())
  const known = cells.some((cell) => Object.values(wordsOf).some((words) => words.includes(plain(cell))))
  return known || (rows.length > 1 && !cells.some((cell) => isDate(cell) || isNumber(cell) || isAddress(cell)))
}

const sheetOf = (rows, headed) => {
  const at = headed ? rows.findIndex(({ cells }) => !cells.every(isBlank)) : -1
  const names = at === -1 ? [] : rows[at].cells
  const body = rows.slice(at + 1)
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.findLastIndex((cell) => !isBlank(cell)) + 1), 0)
  const taken = new Set()
  const headers = Array.from({ length: width }, (_, index) => {
    const header = (names[index] ?? "").replace(/\s+/g, " ").trim() || "Column " + (index + 1)
    let name = header
    for (let n = 2; taken.has(name); n += 1) name = header + " " + n
    taken.add(name)
    return name
  })
  return { headers, rows: body }
}

const cellsOf = ({ rows }, index) => rows.map(({ cells }) => cells[index]).filter((cell) => !isBlank(cell)).map((cell) => cell.trim())

const guessKind = (header, cells) => {
  const word = plain(header)
  const most = (is) => cells.filter(is).length >= cells.length * 0.8
  if (cells.length === 0) return "skip"
  if (wordsOf.status.includes(word)) return "status"
  if (wordsOf.priority.includes(word)) return "priority"
  // A day in the past, such as when a task was created, is not when it is due.
  if (wordsOf.history.includes(word)) return "text"
  if (most(isDate)) return "date"
  if (cells.every(isNumber)) return "number"
  if (cells.every((cell) => STATUSES.has(plain(cell)))) return "status"
  return cells.every((cell) => PRIORITIES.has(plain(cell))) ? "priority" : "text"
}

const guessKinds = (sheet) => {
  const columns = sheet.headers.map((header, index) => cellsOf(sheet, index))
  const kinds = columns.map((cells, index) => guessKind(sheet.headers[index], cells))
  const ranked = sheet.headers
    .map((header, index) => ({ index, rank: wordsOf.name.indexOf(plain(header)) }))
    .filter(({ index, rank }) => rank !== -1 && kinds[index] !== "skip")
    .sort((a, b) => a.rank - b.rank)
  const telling = columns.findIndex((cells, index) => kinds[index] === "text" && new Set(cells).size * 2 > cells.length)
  const text = telling === -1 ? kinds.indexOf("text") : telling
  const name = ranked.length > 0 ? ranked[0].index : text === -1 ? kinds.findIndex((kind) => kind !== "skip") : text
  return kinds.map((kind, index) => (index === name ? "name" : kind))
}
`
