import { dismiss, notices } from "../store/notices.js"
import { t } from "../text/texts.js"

/** The messages at the edge of the window. */
export const Notices = () => (
  <div class="notices" role="status" aria-live="polite">
    {notices.value.map(({ action, id, text, tone }) => (
      <p key={id} class={`toast ${tone}`}>
        <span>{text}</span>
        {action === undefined ? null : (
          <button
            type="button"
            class="plain"
            onClick={() => {
              dismiss(id)
              action.run()
            }}
          >
            {action.text}
          </button>
        )}
        <button type="button" class="plain" aria-label={t("action.close")} onClick={() => dismiss(id)}>
          ×
        </button>
      </p>
    ))}
  </div>
)
