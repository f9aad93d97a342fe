import { stylesheet } from "../stylesheet.js"

/** The stylesheet of every page, and what the reference adds to it. */
export const referenceStyle = `${stylesheet}
.reference { padding: 1rem; }
.reference header { max-width: 84rem; }
.columns { max-width: 84rem; margin: 0 auto; }
.reference main { max-width: none; margin: 0; padding: 1.25rem; min-width: 0; }
.contents { margin-bottom: 1rem; }
.contents .hint { margin: 0.25rem 0; min-height: 1.4em; }
.contents summary { padding: 0.6rem 0; font-weight: 600; }
.contents nav ul { display: block; margin: 0 0 0.5rem; }
.contents nav a { display: block; width: fit-content; padding: 0.25rem 0.4rem; font-size: 0.925rem; line-height: 1.4; }
.contents .group { margin: 0.5rem 0 0; font-size: 0.925rem; }
@media (min-width: 62rem) {
  .columns { display: grid; grid-template-columns: 19rem minmax(0, 1fr); gap: 1.5rem; align-items: start; }
  .contents { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 0.5rem 0.4rem 2rem; margin: 0; }
}
summary { cursor: pointer; }
section { margin: 0 0 2.5rem; }
.tag > h2::first-letter, .group a::first-letter { text-transform: uppercase; }
h4 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
h5 { margin: 1rem 0 0.5rem; font-size: 1rem; }
#session { padding: 1rem; border: 1px solid var(--rule); border-radius: 0.5rem; }
.operation { margin: 0 0 0.6rem; border: 1px solid var(--rule); border-radius: 0.5rem; scroll-margin-top: 0.5rem; }
.operation > summary { padding: 0.6rem 0.8rem; }
.operation > summary h3 { display: inline; margin: 0; font-size: 1rem; font-weight: 600; }
.operation > summary .summary { color: var(--faint); font-weight: 400; }
.operation[open] > summary { border-bottom: 1px solid var(--rule); }
.inside { padding: 1rem 0.8rem; }
.contents li a { display: grid; grid-template-columns: 4.2rem 1fr; width: auto; }
.method { display: inline-block; min-width: 4.2em; font: 600 0.8rem/1.5 ui-monospace, monospace; }
.method.get, .status { color: var(--good); }
.method.delete, .status.refused { color: var(--bad); }
.method.post, .method.patch { color: var(--accent); }
.status { font-weight: 700; }
code, pre, textarea, .type { font-family: ui-monospace, monospace; font-size: 0.875rem; }
pre {
  margin: 0 0 0.75rem; padding: 0.75rem; background: var(--page); border-radius: 0.4rem; white-space: pre-wrap;
  overflow-wrap: anywhere;
}
.answered pre { max-height: 28rem; overflow: auto; }
table { width: 100%; margin: 0 0 0.75rem; border-collapse: collapse; text-align: left; font-size: 0.925rem; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { padding: 0.4rem 0.6rem 0.4rem 0; vertical-align: top; border-bottom: 1px solid var(--rule); font-weight: 400; }
thead th { font-weight: 600; }
th:first-child { width: 34%; }
td:nth-child(2) { width: 28%; }
.refusals th:first-child { width: 12%; }
.refusals td:nth-child(2) { width: auto; }
.required { color: var(--bad); font-size: 0.8rem; }
.facts { margin: 0 0 1rem; padding: 0; list-style: none; color: var(--faint); font-size: 0.925rem; }
.headers { margin: 0 0 0.75rem; padding-left: 1.2rem; font-size: 0.925rem; }
.example, .try { margin: 0 0 0.75rem; }
.example > summary, .try > summary { padding: 0.6rem 0; font-weight: 600; color: var(--accent); }
textarea {
  width: 100%; margin-top: 0.3rem; padding: 0.6rem 0.7rem; line-height: 1.5; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 0.4rem;
}
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.reference button { width: auto; }
.try .notice:not(:empty) { margin-top: 0.75rem; }
dialog {
  max-width: 32rem; padding: 1.5rem; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem;
}
dialog::backdrop { background: rgb(0 0 0 / 50%); }
dialog code { overflow-wrap: anywhere; }
.reference .danger { color: var(--bad); background: transparent; border-color: var(--bad); }
.answered dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin: 0 0 0.75rem; font-size: 0.925rem; }
.answered dt { color: var(--faint); }
.answered dd { margin: 0; }
.notice.refused[role="status"]:not(:empty) { color: var(--bad); background: var(--bad-card); }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 40rem) {
  .reference main { padding: 0.75rem; }
  .operation > summary .summary { display: block; }
  table, tbody, tr, th, td { display: block; }
  th:first-child, td:nth-child(2), .refusals th:first-child { width: auto; }
  thead { display: none; }
  th, td { padding: 0.1rem 0; border: 0; }
  tr { padding: 0.4rem 0; border-bottom: 1px solid var(--rule); }
}
`
