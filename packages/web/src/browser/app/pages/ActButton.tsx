import { useSignal } from "@preact/signals"

/** A button for one of several things; its name says which one. It takes no second press while it works. */
export const ActButton = ({ name, run, text }: { text: string; name: string; run: () => Promise<unknown> }) => {
  const isBusy = useSignal(false)
  const press = async (): Promise<void> => {
    if (isBusy.value) return
    isBusy.value = true
    await run()
    isBusy.value = false
  }
  return (
    <button type="button" class="button quiet" aria-label={name} aria-busy={isBusy.value} onClick={() => void press()}>
      {text}
    </button>
  )
}
