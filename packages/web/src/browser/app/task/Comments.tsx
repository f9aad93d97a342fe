import type { Comment, TaskDetails } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { dateText } from "../cells/read.js"
import { Face } from "../cells/Value.js"
import { t } from "../text/texts.js"
import { attempt, useKey } from "../attempt.js"
import { CommentField, useMentionable } from "./CommentField.js"
import { Confirmed } from "./Confirmed.js"
import { useDraft } from "../store/drafts.js"
import { focusAgain, focusOn } from "./focusOn.js"
import { MarkdownText } from "./MarkdownText.js"
import { type LoadedComments, useComments } from "./useComments.js"

const Content = ({ comment }: { comment: Comment }) => {
  const { people } = useBoard()
  const names = comment.mentions.flatMap((id) => people.value.get(id)?.name ?? [])
  return <MarkdownText text={comment.content} names={names} />
}

const Entry = ({ comment, drop, list }: { comment: Comment; list: LoadedComments; drop: () => void }) => {
  const { canManage, people, store } = useBoard()
  const isOwn = comment.userId === store.me.id
  const name = comment.name ?? people.value.get(comment.userId)?.name ?? t("panel.former")
  const draft = useDraft(`${store.me.id}.${comment.id}.edit`)
  const isEditing = useSignal(draft.value !== null)
  const button = useRef<HTMLButtonElement>(null)
  const { id: commentId, taskId } = comment
  const end = () => {
    draft.value = null
    isEditing.value = false
    focusAgain(() => button.current)
  }
  return (
    <li class="comment">
      <Face id={comment.userId} name={name} avatar={comment.avatar ?? people.value.get(comment.userId)?.avatar} />
      <div class="comment-body">
        <p class="comment-head">
          <strong>{name}</strong> <time dateTime={comment.createdAt}>{dateText(comment.createdAt)}</time>
          {comment.editedAt === null ? null : <span title={dateText(comment.editedAt)}> {t("panel.edited")}</span>}
        </p>
        {isEditing.value ? (
          <CommentField
            draft={draft}
            label={t("panel.editComment")}
            mentioned={comment.mentions}
            cancel={end}
            send={async (content, mentions) => {
              const isStored = await attempt(async () => {
                const answer = await store.done((options) =>
                  api.tasks.updateComment({ taskId, commentId, content, mentions }, options)
                )
                list.put(answer.comment)
              })
              if (isStored) end()
              return isStored
            }}
          />
        ) : (
          <Content comment={comment} />
        )}
        {isEditing.value ? null : (
          <p class="comment-actions">
            {isOwn ? (
              <button
                ref={button}
                type="button"
                class="plain"
                aria-label={t("panel.editComment")}
                onClick={() => {
                  draft.value = comment.content
                  isEditing.value = true
                }}
              >
                {t("action.edit")}
              </button>
            ) : null}
            {isOwn || canManage.value ? (
              <Confirmed
                label={t("panel.deleteComment", { name })}
                confirm={t("panel.deleteForGood")}
                run={async () => {
                  const isDone = await attempt(() =>
                    store.done((options) => api.tasks.deleteComment({ taskId, commentId }, options))
                  )
                  if (!isDone) return
                  drop()
                  focusOn("task-comments")
                }}
              />
            ) : null}
          </p>
        )}
      </div>
    </li>
  )
}

/** What people wrote on a task, oldest first, and a field to write more. */
export const Comments = ({ details, id }: { details: TaskDetails; id: string }) => {
  const { store } = useBoard()
  const list = useComments(id, details)
  const draft = useDraft(`${store.me.id}.${id}.comment`)
  const key = useKey()
  const people = useMentionable()
  /** What was sent from here, by the id of its comment. */
  const sent = useRef(new Map<string, string>())
  const shown = list.comments.value
  // The text of a comment that was undone can be sent again: the comment cannot come back.
  useEffect(() => {
    for (const [commentId, content] of sent.current) {
      if (shown.some((comment) => comment.id === commentId)) continue
      sent.current.delete(commentId)
      draft.value ||= content
    }
  }, [shown])
  return (
    <section class="task-section" aria-labelledby="task-comments">
      <h3 id="task-comments" tabIndex={-1}>
        {t("panel.comments", { n: list.total.value })}
      </h3>
      {list.hasEarlier() ? (
        <button
          type="button"
          class="plain"
          onClick={async ({ currentTarget }) => {
            await list.loadEarlier()
            if (!list.hasEarlier()) focusOn("task-comments", currentTarget)
          }}
        >
          {t("panel.earlier")}
        </button>
      ) : null}
      <ol class="comments">
        {shown.map((comment) => (
          <Entry
            key={comment.id}
            comment={comment}
            list={list}
            drop={() => {
              sent.current.delete(comment.id)
              list.drop(comment.id)
            }}
          />
        ))}
      </ol>
      <CommentField
        draft={draft}
        label={people.length > 1 ? t("panel.writeMention") : t("panel.write")}
        send={async (content, mentions) => {
          const isStored = await attempt(async () => {
            const { comment } = await store.done((options) =>
              api.tasks.addComment({ id, content, mentions }, { ...options, idempotencyKey: key.keyOf(content) })
            )
            list.put(comment)
            sent.current.set(comment.id, content)
          })
          if (isStored) key.forget()
          return isStored
        }}
      />
    </section>
  )
}
