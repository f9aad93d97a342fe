import { useLayoutEffect, useRef } from "preact/hooks"
import { p } from "../text/pageTexts.js"

interface SecretProps {
  readonly title: string
  readonly hint: string
  readonly secret: string
  /** The text of the button that copies it. */
  readonly copy: string
  readonly say: (text: string) => void
}

/** Where a secret is shown once, with a button that copies it. It gets the focus. */
export const Secret = ({ copy, hint, say, secret, title }: SecretProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const text = useRef<HTMLElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [secret])
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
        {title}
      </h2>
      <p>{hint}</p>
      <p>
        <code id="secret-text" ref={text}>
          {secret}
        </code>
      </p>
      <p>
        <button type="button" class="button quiet" onClick={() => void copied()}>
          {copy}
        </button>
      </p>
    </section>
  )
}
