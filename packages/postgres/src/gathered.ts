import { Effect, Exit } from "effect"

/** At most so many questions are asked at once. */
const MOST_TOGETHER = 64
/** While so many lots are on their way, the next waits for one to come back. */
const MOST_ON_THEIR_WAY = 2
/** After this a lot that is on its way keeps nobody waiting any more: the database may be slow, or gone. */
const LONGEST_WAIT_MILLIS = 100

interface Asked<Q, A, E> {
  readonly question: Q
  readonly resume: (answer: Effect.Effect<A, E>) => void
}

/** What is made of an answer; a defect where that throws, for nobody catches what is thrown at the driver. */
export const mapped = <A, B, E>(answer: Exit.Exit<A, E>, make: (value: A) => B): Exit.Exit<B, E> => {
  try {
    return Exit.map(answer, make)
  } catch (defect) {
    return Exit.die(defect)
  }
}

/**
 * Asks together what is asked at about the same time: within one turn of the event loop, and while earlier questions are
 * on their way. `ask` answers them in their order; when it fails, all of them fail.
 */
export const gathered = <Q, A, E>(
  ask: (questions: ReadonlyArray<Q>, answered: (answers: Exit.Exit<ReadonlyArray<A>, E>) => void) => void
): ((question: Q) => Effect.Effect<A, E>) => {
  const waiting = new Set<Asked<Q, A, E>>()
  let onTheirWay = 0
  let isDue = false

  const sendNext = (): void => {
    isDue = false
    const lot = [...waiting].slice(0, MOST_TOGETHER)
    if (lot.length === 0) return
    for (const asked of lot) waiting.delete(asked)
    let keepsWaiting = true
    const letGo = () => {
      if (!keepsWaiting) return
      keepsWaiting = false
      onTheirWay -= 1
      goOn()
    }
    onTheirWay += 1
    const timer = setTimeout(letGo, LONGEST_WAIT_MILLIS)
    ask(
      lot.map(({ question }) => question),
      (exit) => {
        clearTimeout(timer)
        letGo()
        for (const [at, { resume }] of lot.entries()) resume(Exit.map(exit, (answers) => answers[at] as A))
      }
    )
    goOn()
  }
  const goOn = (): void => {
    if (isDue || waiting.size === 0 || onTheirWay >= MOST_ON_THEIR_WAY) return
    isDue = true
    setImmediate(sendNext)
  }

  return (question) =>
    Effect.async((resume) => {
      const asked = { question, resume }
      waiting.add(asked)
      goOn()
      return Effect.sync(() => waiting.delete(asked))
    })
}
