import { markup, type Markup } from "./markup.js"

/** Where a secret is shown once, with a button that copies it. */
export const secretSection = (title: string, text: string, copy: string): Markup =>
  markup`<section id="secret" aria-labelledby="secret-title" hidden>
<h2 id="secret-title" tabindex="-1">${title}</h2>
<p>${text}</p>
<p><code id="secret-text"></code></p>
<p class="act"><button class="quiet small" type="button" id="copy">${copy}</button></p>
</section>`
