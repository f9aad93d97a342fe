import type { AnswerOf } from "../../../request.js"
import { api } from "../../api.js"
import { p } from "../../text/pageTexts.js"
import { FieldError, PageForm, TextInput } from "../PageForm.js"

const OF_TASKS = ["task.created", "task.updated", "task.moved", "task.transferred", "task.deleted"] as const

interface WebhookFormProps {
  readonly boardId: string
  readonly done: (created: AnswerOf<"webhooks", "create">) => unknown
}

/** Makes a webhook of a board. */
export const WebhookForm = ({ boardId, done }: WebhookFormProps) => (
  <PageForm
    submit={p("webhooks.create")}
    send={async (fields) => {
      const types = fields.has("types") ? OF_TASKS : []
      done(await api.webhooks.create({ boardId, url: String(fields.get("url")), types }))
    }}
  >
    {(errors) => (
      <>
        <TextInput
          name="url"
          label={p("webhooks.url")}
          hint={p("webhooks.urlHint")}
          maxLength={2000}
          inputMode="url"
          errors={errors}
        />
        <label class="page-check">
          <input type="checkbox" name="types" autocomplete="off" aria-describedby="types-error" />
          {p("webhooks.onlyTasks")}
        </label>
        <FieldError errors={errors} name="types" />
      </>
    )}
  </PageForm>
)
