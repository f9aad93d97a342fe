import { type Board, BoardwrightClientError, type SearchResult } from "@boardwright/client"
import type { ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { api, reasonOf, renewing } from "../api.js"
import { boardHref, followLink } from "../route.js"
import { p } from "../text/pageTexts.js"
import { counted } from "../text/texts.js"
import { folded } from "../views/conditions.js"
import type { Place } from "./homeData.js"
import { plainSnippet } from "./plainSnippet.js"

const WAIT = 200

/** Most boards that are listed before the tasks and comments. */
const MOST_BOARDS = 10

/** The boards among these whose names have all words of a text. */
const boardsNamed = (boards: ReadonlyArray<Board>, q: string): ReadonlyArray<Board> => {
  const words = folded(q).match(/\S+/g) ?? []
  if (words.length === 0) return []
  return boards.filter(({ name }) => words.every((word) => folded(name).includes(word))).slice(0, MOST_BOARDS)
}

/** A text with what was searched for marked. */
const Snippet = ({ matches, text }: SearchResult["snippet"]) => {
  const parts: Array<ComponentChildren> = []
  let from = 0
  for (const { end, start } of matches) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>)
    from = end
  }
  return (
    <span class="snippet">
      {parts}
      {text.slice(from)}
    </span>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

interface SearchBoxProps {
  readonly all: ReadonlyArray<Place>
  /** Those that are loaded, in the order in which they are found. */
  readonly boards: ReadonlyArray<Board>
}

/**
 * Searches the names of boards that are loaded, and the tasks and comments of all boards; `/` moves here, the arrow keys into the
 * results.
 */
export const SearchBox = ({ all, boards }: SearchBoxProps) => {
  const [q, setQ] = useState("")
  const [found, setFound] = useState<ReadonlyArray<SearchResult> | null>(null)
  const [problem, setProblem] = useState("")
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || isTyping(event.target) || document.querySelector("dialog[open]") !== null) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener("keydown", focus)
    return () => removeEventListener("keydown", focus)
  }, [])
  useEffect(() => {
    setProblem("")
    if (q.trim() === "") return setFound(null)
    let isLatest = true
    const search = async () => {
      try {
        const { results } = await renewing(() => api.search.find({ q, limit: 20 }))
        if (isLatest) setFound(results)
      } catch (error) {
        if (!isLatest) return
        const isShort = error instanceof BoardwrightClientError && error.code === "InvalidInput"
        setFound(null)
        setProblem(isShort ? p("search.short") : reasonOf(error))
      }
    }
    const timer = setTimeout(() => void search(), WAIT)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [q])
  const boardNames = new Map(boards.map(({ id, name }) => [id, name]))
  const workspaceNames = new Map(all.map(({ workspace }) => [workspace.id, workspace.name]))
  const named = boardsNamed(boards, q)
  const move = (event: KeyboardEvent) => {
    const stops = [...(root.current?.querySelectorAll<HTMLElement>("input, .results a") ?? [])]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    if (event.key === "Escape") {
      setQ("")
      input.current?.focus()
    } else if (event.key === "ArrowDown") stops[Math.min(at + 1, stops.length - 1)]?.focus()
    else if (event.key === "ArrowUp") stops[Math.max(at - 1, 0)]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div class="find" role="search" ref={root} onKeyDown={move}>
      <label class="visually-hidden" for="search">
        {p("search.label")}
      </label>
      <input
        id="search"
        ref={input}
        type="search"
        autocomplete="off"
        placeholder={p("search.placeholder")}
        value={q}
        aria-keyshortcuts="/"
        onInput={({ currentTarget }) => setQ(currentTarget.value)}
      />
      <p class="visually-hidden" role="status">
        {found === null || q === "" ? "" : counted("count.results", named.length + found.length)}
      </p>
      {q.trim() === "" || (found === null && named.length === 0 && problem === "") ? null : (
        <div class="results">
          {problem === "" ? null : (
            <p class="error" role="alert">
              {problem}
            </p>
          )}
          {found?.length === 0 && named.length === 0 && problem === "" ? (
            <p class="empty">
              <strong>{p("search.nothing")}</strong>
              {p("search.hint")}
            </p>
          ) : null}
          <ul>
            {named.map(({ id, name, workspaceId }) => (
              <li key={id}>
                <a href={boardHref(id)} onClick={followLink}>
                  <strong>{name}</strong>
                  <span class="faint">
                    {[workspaceNames.get(workspaceId), p("search.board")].filter(Boolean).join(" · ")}
                  </span>
                </a>
              </li>
            ))}
            {(found ?? []).map(({ boardId, commentId, matched, name, snippet, taskId }) => (
              <li key={`${taskId}.${commentId ?? ""}`}>
                <a href={boardHref(boardId, taskId)} onClick={followLink}>
                  <strong>{matched === "name" ? <Snippet {...snippet} /> : name}</strong>
                  {matched === "name" ? null : <Snippet {...plainSnippet(snippet)} />}
                  <span class="faint">
                    {boardNames.get(boardId) ?? ""}
                    {commentId === null ? "" : ` · ${p("search.comment")}`}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
