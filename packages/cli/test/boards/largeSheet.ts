const cells = (n: number): ReadonlyArray<string> => {
  const day = String((n % 28) + 1).padStart(2, "0")
  const month = String((n % 12) + 1).padStart(2, "0")
  return [
    ...[`Aufgabe ${n} mit Ümläuten`, `Gruppe ${n % 20}`, ["Offen", "Erledigt"][n % 2] ?? "", "Hoch"],
    ...[`${day}.${month}.2026`, `p${n % 500}@example.org`, `1.${100 + (n % 900)},50`, String(n % 40)],
    ...[`Eine Notiz zur Aufgabe ${n}, die etwas länger ist`, `https://example.org/task/${n}`]
  ]
}

const HEADERS = ["Aufgabe", "Gruppe", "Status", "Priorität", "Fällig am", "Zuständig", "Kosten", "Zeit", "Text", "Link"]

/** A spreadsheet of so many rows of ten cells, as German Excel writes CSV. */
export const largeSheet = (rows: number): string =>
  [HEADERS, ...Array.from({ length: rows }, (_, n) => cells(n))].map((row) => `${row.join(";")}\r\n`).join("")

/** The same rows as lines of JSON. */
export const largeLines = (rows: number): string =>
  Array.from({ length: rows }, (_, n) => {
    const row = cells(n)
    return `${JSON.stringify(Object.fromEntries(HEADERS.map((header, at) => [header, row[at]])))}\n`
  }).join("")
