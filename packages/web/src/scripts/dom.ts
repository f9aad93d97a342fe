/**
 * `make(tag, attributes, ...children)` builds elements: texts among the children stay texts, whoever wrote them, and an
 * attribute that is null is left out. `showProblem` tells a refusal, with what else it lists.
 */
export const domScript = `
// Said outright, so that tables stay tables where a small window lays them out as blocks.
const ROLES = { tbody: "rowgroup", tr: "row", th: "rowheader", td: "cell" }

const make = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag)
  if (Object.hasOwn(ROLES, tag)) node.setAttribute("role", ROLES[tag])
  for (const [name, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(name, value)
  node.append(...children.filter((child) => child !== null))
  return node
}

const hiddenText = (text) => make("span", { class: "visually-hidden" }, text)

const plural = (count, one, many) => count.toLocaleString("en") + " " + (count === 1 ? one : many)

const reasonOf = ({ error, message }) => message ?? error ?? "Something went wrong. Please try again."

const showProblem = (answer) => show(byId("problem"), reasonOf(answer))
`
