import { markup, type Markup } from "./markup.js"

/** The dialog of pages that confirm several things; the script puts the words into it. */
export const confirmation: Markup = markup`<dialog id="confirm" aria-labelledby="confirm-title">
<h2 id="confirm-title">Are you sure?</h2>
<p id="confirm-what"></p>
<form method="dialog" class="actions">
<button class="quiet" value="">Cancel</button>
<button id="confirm-act" value="delete">Confirm</button>
</form>
</dialog>`
