import { useLayoutEffect, useRef } from "preact/hooks"
import { p } from "../text/pageTexts.js"

interface SecretProps {
  /** Whose texts say what it is. */
  readonly of: "calendarLinks" | "tokens" | "webhooks"
  /** Null for none, which shows nothing. */
  readonly secret: string | null
  readonly say: (text: string) => void
}

/** Where a secret is shown once, with a button that copies it. It gets the focus. */
export const Secret = ({ of, say, secret }: SecretProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const text = useRef<HTMLElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [secret])
  if (secret === null) return null
  const copied = async (): Promise<void> => {
    if (text.current !== null) getSelection()?.selectAllChildren(text.current)
    // Browsers give pages without https no clipboard.
    if (!isSecureContext) return say(p("page.selected"))
    await navigator.clipboard.writeText(secret)
    say(p("page.copied"))
  }
  return (
    <section class="secret" id="secret" aria-labelledby="secret-title">
      <h2 id="secret-title" ref={heading} tabIndex={-1}>
        {p(`${of}.secret`)}
      </h2>
      <p>{p(`${of}.secretHint`)}</p>
      <p>
        <code id="secret-text" ref={text}>
          {secret}
        </code>
      </p>
      <p>
        <button type="button" class="button quiet" onClick={() => void copied()}>
          {p(`${of}.copy`)}
        </button>
      </p>
    </section>
  )
}
