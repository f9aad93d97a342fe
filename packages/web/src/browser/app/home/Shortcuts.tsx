import { p } from "../text/pageTexts.js"
import { t } from "../text/texts.js"
import { Dialog } from "../ui/Dialog.js"

const KEYS = [
  ["/", "shortcut.search"],
  ["↑ ↓ ← →", "shortcut.move"],
  ["Enter", "shortcut.open"],
  ["F2", "shortcut.edit"],
  ["Space", "shortcut.select"],
  ["Delete", "shortcut.clear"],
  ["Esc", "shortcut.leave"]
] as const

/** What keys do. */
export const Shortcuts = () => (
  <Dialog title={t("bar.shortcuts")}>
    <dl class="shortcuts">
      {KEYS.map(([keys, text]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{p(text)}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
