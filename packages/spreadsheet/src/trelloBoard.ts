type Fields = Readonly<Record<string, unknown>>

/** Whether a JSON value is an object. */
export const isFields = (value: unknown): value is Fields => value instanceof Object && !Array.isArray(value)

const listOf = (value: unknown): ReadonlyArray<Fields> => (Array.isArray(value) ? value.filter(isFields) : [])

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const nameOf = (things: unknown, name = "name"): ReadonlyMap<unknown, string> =>
  new Map(listOf(things).map((thing) => [thing["id"], text(thing[name])]))

const named = (ids: unknown, names: ReadonlyMap<unknown, string>): string =>
  Array.isArray(ids) ? ids.flatMap((id) => names.get(id) ?? []).join(", ") : ""

// A card's checklists become one; with several, their names go before their items.
const checklists = (board: Fields): ReadonlyMap<unknown, string> => {
  const lists = new Map<unknown, ReadonlyArray<Fields>>()
  for (const list of listOf(board["checklists"]))
    lists.set(list["idCard"], [...(lists.get(list["idCard"]) ?? []), list])
  const itemsOf = (list: Fields, prefix: string) =>
    listOf(list["checkItems"]).map(
      (item) => `[${item["state"] === "complete" ? "x" : " "}] ${prefix}${text(item["name"]).replace(/\s+/g, " ")}`
    )
  const join = (found: ReadonlyArray<Fields>) =>
    found.flatMap((list) => itemsOf(list, found.length > 1 ? `${text(list["name"])}: ` : "")).join("\n")
  return new Map([...lists].map(([card, found]) => [card, join(found)] as const))
}

// A field's value is `{text}`, `{number}`, `{date}` or `{checked}`, each as text, or the id of an option.
const customFields = (board: Fields) =>
  listOf(board["customFields"]).map((field) => {
    const options = new Map(
      listOf(field["options"]).map((option) => [
        option["id"],
        isFields(option["value"]) ? text(option["value"]["text"]) : ""
      ])
    )
    const read = (card: Fields): string => {
      const item = listOf(card["customFieldItems"]).find((each) => each["idCustomField"] === field["id"])
      if (item === undefined) return ""
      return isFields(item["value"]) ? text(Object.values(item["value"])[0]) : (options.get(item["idValue"]) ?? "")
    }
    return { name: text(field["name"]), read }
  })

/** Whether a JSON document is what Trello exports: a board with its lists and cards. */
export const isTrelloBoard = (document: Fields): boolean => [document["lists"], document["cards"]].every(Array.isArray)

/** A card of a Trello export as a row: what it names by id is named by name. */
export const trelloRows = (board: Fields): ReadonlyArray<Fields> => {
  const lists = nameOf(board["lists"])
  // A label may have a color alone.
  const labels = new Map(listOf(board["labels"]).map(({ color, id, name }) => [id, text(name) || text(color)]))
  const members = nameOf(board["members"], "fullName")
  const checks = checklists(board)
  const fields = customFields(board)
  return listOf(board["cards"]).map((card) => {
    const row: Record<string, unknown> = {
      Name: card["name"],
      List: lists.get(card["idList"]) ?? "",
      Description: card["desc"],
      Labels: named(card["idLabels"], labels),
      Members: named(card["idMembers"], members),
      Start: card["start"],
      Due: card["due"],
      "Due complete": card["dueComplete"],
      Checklists: checks.get(card["id"]) ?? "",
      Archived: card["closed"],
      URL: card["url"] ?? card["shortUrl"]
    }
    for (const { name, read } of fields) {
      let free = name
      while (Object.hasOwn(row, free)) free += " (custom field)"
      row[free] = read(card)
    }
    return row
  })
}
