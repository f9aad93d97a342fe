import type { Comment, TaskDetails } from "@boardwright/client"
import { type ReadonlySignal, useSignal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { api } from "../api.js"
import { attempt } from "../attempt.js"
import { useLoad, useTaskChanges, wholeList } from "./useTask.js"

/** Comments that are loaded at a time. */
const PAGE = 50

export interface LoadedComments {
  /** Oldest first, from some page on. */
  readonly comments: ReadonlySignal<ReadonlyArray<Comment>>
  readonly total: ReadonlySignal<number>
  readonly hasEarlier: () => boolean
  readonly loadEarlier: () => Promise<void>
  readonly put: (comment: Comment) => void
  readonly drop: (id: string) => void
}

/** The newest comments of a task, and those before them page by page; follows what others write. */
export const useComments = (id: string, details: TaskDetails): LoadedComments => {
  const whole = wholeList(details, "comments", PAGE)
  const comments = useSignal<ReadonlyArray<Comment>>(whole ?? [])
  const total = useSignal(details.totals.comments)
  /** Of two pages, as the last one may have few. */
  const first = useSignal(Math.max(Math.ceil(total.value / PAGE) - 1, 1))
  /** The page from which the newest are loaded. */
  const last = useRef(first.value)
  const merge = (added: ReadonlyArray<Comment>) => {
    const all = new Map([...comments.value, ...added].map((comment) => [comment.id, comment]))
    comments.value = [...all.values()].toSorted(
      (a, b) => a.createdAt.localeCompare(b.createdAt) || (a.id < b.id ? -1 : 1)
    )
  }
  const load = async (page: number): Promise<number> => {
    const listed = await api.tasks.listComments({ id, page, limit: PAGE })
    total.value = listed.pagination.total
    merge(listed.comments)
    return listed.pagination.totalPages
  }
  /** Loads the newest page or two; after that what came since. */
  const loadNewest = async () => {
    let page = last.current
    for (let end = page; page <= end; page += 1) end = Math.max(await load(page), 1)
    last.current = page - 1
  }
  const reload = useLoad(async () => void (await attempt(loadNewest)))
  useEffect(() => {
    if (whole === null) reload()
  }, [id])
  const drop = (gone: string) => {
    if (!comments.value.some((comment) => comment.id === gone)) return
    comments.value = comments.value.filter((comment) => comment.id !== gone)
    total.value -= 1
  }
  useTaskChanges(id, (change) => {
    if (change === null || change.type === "comment.created") return reload()
    if (change.type === "comment.deleted") drop(change.subjectId)
    if (change.type !== "comment.updated") return
    const content = change.fields["content"]?.to
    const known = comments.value.find((comment) => comment.id === change.subjectId)
    if (known !== undefined && typeof content === "string") merge([{ ...known, content, editedAt: change.at }])
  })
  return {
    comments,
    total,
    hasEarlier: () => first.value > 1,
    loadEarlier: async () => {
      if (await attempt(() => load(first.value - 1))) first.value -= 1
    },
    put: (comment) => {
      if (!comments.value.some((each) => each.id === comment.id)) total.value += 1
      merge([comment])
    },
    drop
  }
}
