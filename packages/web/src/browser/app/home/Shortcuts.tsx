import { p } from "../text/pageTexts.js"
import { t } from "../text/texts.js"
import { Dialog } from "../ui/Dialog.js"

const keys = () =>
  [
    ["/", "shortcut.search"],
    ["↑ ↓ ← →", "shortcut.move"],
    ["Enter", "shortcut.open"],
    ["F2", "shortcut.edit"],
    [p("key.space"), "shortcut.select"],
    [p("key.all"), "shortcut.selectAll"],
    [p("key.delete"), "shortcut.clear"],
    [p("key.alt"), "shortcut.carry"],
    [p("key.undo"), "shortcut.undo"],
    [p("key.redo"), "shortcut.redo"],
    [p("key.send"), "shortcut.send"],
    ["Esc", "shortcut.leave"]
  ] as const

/** What keys do. */
export const Shortcuts = () => (
  <Dialog title={t("bar.shortcuts")}>
    <dl class="shortcuts">
      {keys().map(([key, text]) => (
        <div key={text}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{p(text)}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
