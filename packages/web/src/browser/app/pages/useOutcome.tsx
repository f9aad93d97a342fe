import { useSignal } from "@preact/signals"
import { useRef } from "preact/hooks"
import { reasonOf, renewing } from "../api.js"

/** Where a page says what was done, or why it was refused. */
export const useOutcome = () => {
  const said = useSignal("")
  const problem = useSignal("")
  const line = useRef<HTMLParagraphElement>(null)
  const problemLine = useRef<HTMLParagraphElement>(null)
  /** Says what was done, where the focus stays. */
  const note = (text: string): void => {
    problem.value = ""
    said.value = text
  }
  return {
    note,
    /** Says what was done, and moves the focus there. */
    say: (text: string): void => {
      note(text)
      line.current?.focus()
    },
    /** Calls the API and what follows. Says why if it is refused, and moves the focus there. */
    act: async <A,>(call: () => Promise<A>, done: (answer: A) => unknown, textOf = reasonOf): Promise<void> => {
      try {
        await done(await renewing(call))
      } catch (error) {
        said.value = ""
        problem.value = textOf(error)
        problemLine.current?.focus()
      }
    },
    outcome: (
      <>
        <p ref={problemLine} class="error" id="problem" role="alert" tabIndex={-1}>
          {problem.value}
        </p>
        <p ref={line} class="said" id="said" role="status" tabIndex={-1}>
          {said.value}
        </p>
      </>
    )
  }
}

export type Outcome = ReturnType<typeof useOutcome>
