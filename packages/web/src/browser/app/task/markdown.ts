import { micromark } from "micromark"
import { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } from "micromark-extension-gfm-autolink-literal"
import { gfmStrikethrough, gfmStrikethroughHtml } from "micromark-extension-gfm-strikethrough"
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table"
import { gfmTaskListItem, gfmTaskListItemHtml } from "micromark-extension-gfm-task-list-item"
import { partsOf } from "./mentions.js"

const OPTIONS = {
  extensions: [gfmAutolinkLiteral(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
  htmlExtensions: [gfmAutolinkLiteralHtml(), gfmStrikethroughHtml(), gfmTableHtml(), gfmTaskListItemHtml()]
}

/** Markdown as HTML: HTML in it is escaped, and links lead to nothing but web and mail addresses. */
export const htmlOf = (text: string): string => micromark(text, OPTIONS)

/** The level of the heading that the text is nested in. */
const ABOVE = 3

const link = (href: string, text: string): HTMLAnchorElement => {
  const made = document.createElement("a")
  made.href = href
  made.textContent = text
  return made
}

/** The text with names that are mentioned as they are: Markdown reads no emphasis, code or link in them. */
const withPlainNames = (text: string, names: ReadonlyArray<string>): string =>
  partsOf(text, names)
    .map((part) => (part.name === null ? part.text : part.text.replace(/[\\*_~`[\]<>|&]/g, "\\$&")))
    .join("")

/** Marks the mentions in a document, not those in code or in links. */
const markMentions = (content: DocumentFragment, names: ReadonlyArray<string>): void => {
  const texts = document.createNodeIterator(content, NodeFilter.SHOW_TEXT)
  const found: Array<Text> = []
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node instanceof Text && (node.parentElement?.closest("a, code") ?? null) === null) found.push(node)
  }
  for (const node of found) {
    const parts = partsOf(node.data, names).map(({ name, text }) => {
      if (name === null) return text
      const made = document.createElement("strong")
      made.className = "mention"
      made.textContent = text
      return made
    })
    node.replaceWith(...parts)
  }
}

/**
 * Markdown as nodes for the document, in which people with these names are mentioned. Links open in a new tab, which learns
 * nothing of this one. Pictures are links to them: a reader's address is nothing that the author of a text gets. Headings are
 * nested without a gap. Each block has the direction of its own text.
 */
export const nodesOf = (text: string, names: ReadonlyArray<string> = []): DocumentFragment => {
  const template = document.createElement("template")
  template.innerHTML = htmlOf(withPlainNames(text, names))
  const { content } = template
  for (const image of content.querySelectorAll("img")) {
    const [src, text] = [image.getAttribute("src") ?? "", image.alt || (image.getAttribute("src") ?? "")]
    image.replaceWith(image.closest("a") === null ? link(src, text) : text)
  }
  for (const box of content.querySelectorAll("input")) box.replaceWith(box.checked ? "☑" : "☐")
  for (const anchor of content.querySelectorAll("a")) {
    if (!/^(https?:|mailto:)/i.test(anchor.getAttribute("href") ?? "")) anchor.removeAttribute("href")
    anchor.target = "_blank"
    anchor.rel = "noopener noreferrer nofollow"
  }
  let last = ABOVE
  for (const heading of content.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    last = Math.min(ABOVE + Number(heading.tagName.slice(1)), last + 1, 6)
    const made = document.createElement(`h${last}`)
    made.append(...heading.childNodes)
    heading.replaceWith(made)
  }
  // A paragraph of a list has the direction of the list, as the mark of its entry.
  for (const block of content.querySelectorAll<HTMLElement>("p:not(li p), h4, h5, h6, ul, ol, th, td"))
    block.dir = "auto"
  if (names.length > 0) markMentions(content, names)
  return content
}
