import { ABOUT, navigation } from "../layout.js"
import { markup, type Markup } from "../markup.js"
import type { Site } from "../Site.js"
import { en } from "../text/en.js"
import { refusals } from "./answers.js"
import { type Endpoint, endpointsOf, type OpenApiDocument } from "./OpenApiDocument.js"
import { operation } from "./operation.js"
import { PATHS } from "./paths.js"

interface Section {
  readonly name: string
  readonly description: string
  readonly endpoints: ReadonlyArray<Endpoint>
}

const sectionsOf = ({ tags = [] }: OpenApiDocument, endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<Section> => {
  const descriptions = new Map(tags.map(({ description = "", name }) => [name, description] as const))
  const tagOf = ({ tags: [tag = "other"] }: Endpoint): string => tag
  const names = new Set([...descriptions.keys(), ...endpoints.map(tagOf)])
  return [...names].map((name) => ({
    name,
    description: descriptions.get(name) ?? "",
    endpoints: endpoints.filter((endpoint) => tagOf(endpoint) === name)
  }))
}

const entry = ({ method, operationId, path, summary = operationId }: Endpoint): Markup =>
  markup`<li><a href="#${operationId}"><span class="method ${method.toLowerCase()}">${method}</span> ${summary}<span class="visually-hidden"> (${path})</span></a></li>`

const contents = (sections: ReadonlyArray<Section>): Markup =>
  markup`<div class="contents"><div role="search"><label for="filter">Find an operation</label>
<input id="filter" type="search" autocomplete="off" placeholder="tasks, invite, PATCH ..." aria-describedby="found">
<p id="found" class="hint" role="status"></p></div>
<details id="contents" open><summary>Contents</summary><nav aria-label="Operations">${sections.map(
    ({ endpoints, name }) =>
      markup`<div class="part"><h2 class="group"><a href="#tag-${name}">${name}</a></h2>
<ul>${endpoints.map(entry)}</ul></div>`
  )}
<h2 class="group"><a href="#refusals">refusals</a></h2></nav></details></div>`

const session = (site: Site | null): Markup =>
  markup`<section id="session" aria-labelledby="session-title"><h2 id="session-title">Your session</h2>
<p id="who" role="status">Requests are sent without a token.</p>
<p id="how">${
    site === null
      ? "Sign in with accounts.signIn below, or paste a token."
      : markup`<a href="/signin">Sign in</a>, or paste a token.`
  }</p>
<form id="token-form"><div class="field"><label for="token">Access token</label>
<input id="token" name="token" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="token-hint">
<p class="hint" id="token-hint">Kept in this tab only, until it is closed.</p></div>
<div class="buttons"><button type="submit">Use this token</button>
<button type="button" class="quiet" id="forget" hidden>Forget the token</button></div></form></section>`

const paragraphs = (text: string): ReadonlyArray<Markup> => text.split(/\n{2,}/).map((each) => markup`<p>${each}</p>`)

/** The reference of an API as one document, which its stylesheet and its script complete. `site` is null where an app of its own is in front. */
export const referencePage = (document: OpenApiDocument, site: Site | null): string => {
  const { description = "", title, version } = document.info
  const endpoints = endpointsOf(document)
  const sections = sectionsOf(document, endpoints)
  return markup`<!doctype html>
<html lang="en">
<head>
${ABOUT}
<title>API reference - ${title}</title>
<link rel="stylesheet" href="${PATHS.stylesheet}">
<script src="${PATHS.script}" defer></script>
</head>
<body class="reference">
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="brand">${title}</p>
${site === null ? null : navigation(site, PATHS.page, en)}
</header>
<div class="columns">
${contents(sections)}
<main id="main" tabindex="-1">
<h1>API reference</h1>
<p class="lead">${title} ${version}, ${String(endpoints.length)} operations. For tools: <a href="/api/openapi.json">openapi.json</a>.</p>
${paragraphs(description)}
<noscript><p>Without JavaScript this page can be read, but sends no requests.</p></noscript>
${session(site)}
${sections.map(
  (section) => markup`<section class="tag" id="tag-${section.name}" aria-labelledby="tag-${section.name}-title">
<h2 id="tag-${section.name}-title">${section.name}</h2>
<p>${section.description}</p>
${section.endpoints.map((endpoint) => operation(document, endpoint))}</section>`
)}
<section class="tag" id="refusals" aria-labelledby="refusals-title"><h2 id="refusals-title">refusals</h2>
<p>The bodies that all operations refuse with.</p>
${refusals(document, endpoints)}</section>
</main>
</div>
<dialog id="confirm" aria-labelledby="confirm-title">
<h2 id="confirm-title">Send this request?</h2>
<p>It deletes what it names. What goes to a trash can be restored, anything else is gone for good.</p>
<p><code id="confirm-what"></code></p>
<form method="dialog" class="buttons"><button class="quiet" value="">Cancel</button> <button class="danger" value="send">Delete</button></form>
</dialog>
</body>
</html>
`.text
}
