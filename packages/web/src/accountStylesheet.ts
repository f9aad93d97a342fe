/** What the pages of an account need besides the stylesheet of all: sections, lists, and tables that small windows stack. */
export const accountStylesheet = `
section { margin-top: 2rem; }
#overview > section:first-child { margin-top: 0; }
.back { margin: -0.5rem 0 0.5rem; }
.act { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.5rem 0 0; }
#places { margin: 0 0 1rem; }
.act > *, .small { width: auto; }
.act > span { align-self: center; }
.small { min-height: 2.5rem; padding: 0.3rem 0.9rem; }
form, .field { max-width: 32rem; }
form#import { max-width: none; }
.profile { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: center; justify-content: space-between; }
.profile p { margin: 0; }
.workspace { margin: 0.75rem 0 0; padding: 1rem 1.25rem 1.25rem; border: 1px solid var(--rule); border-radius: 0.6rem; }
.workspace h3 { display: flex; gap: 0.6rem; align-items: center; margin-bottom: 0.5rem; }
.workspace p { margin: 0.25rem 0 0; }
.workspace .act { margin-top: 0.75rem; }
.icon { display: inline-grid; place-items: center; flex: none; width: 2.2rem; height: 2.2rem; border: 2px solid; border-radius: 0.5rem; }
.boards, .rows { margin: 0; padding: 0; list-style: none; }
.boards li { padding: 0.5rem 0; border-top: 1px solid var(--rule); }
.boards li:first-child { border-top: 0; }
.rows li { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; padding: 0.5rem 0; }
.rows .act { margin: 0; }
.rows select { width: auto; min-height: 2.5rem; margin: 0; padding: 0.3rem 0.5rem; }
.rows .event { flex: 1 1 16rem; min-width: 0; }
.rows .event p { margin: 0; }
.rows.lined li { padding: 0.75rem 0; border-top: 1px solid var(--rule); }
.field .act { margin-top: 0.6rem; }
.check { display: flex; flex-wrap: wrap; gap: 0 0.6rem; align-items: center; margin: 0 0 1.25rem; }
.check label { flex: 1; padding: 0.4rem 0; }
.check input { flex: none; width: 1.4rem; height: 1.4rem; min-height: 0; margin: 0; accent-color: var(--accent); }
input[type="file"] { padding: 0.35rem; }
input::file-selector-button {
  min-height: 1.9rem; margin-right: 0.75rem; padding: 0.2rem 0.8rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: 0.3rem; cursor: pointer;
}
table { width: 100%; table-layout: fixed; border-collapse: collapse; margin: 0 0 1rem; overflow-wrap: break-word; }
#warnings { margin-top: 1.5rem; }
caption { padding: 0 0 0.5rem; font-weight: 600; text-align: left; }
th, td { padding: 0.45rem 0.75rem 0.45rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--rule); }
thead th { color: var(--faint); font-size: 0.925rem; font-weight: 600; border-top: 0; }
tbody th { font-weight: 600; }
.tasks thead th { width: 14%; }
.tasks thead th:first-child { width: 44%; }
.columns thead th { width: 28%; }
.columns thead th:nth-child(2) { width: 44%; }
#warnings thead th { width: 26%; }
#warnings thead th:first-child { width: 12%; }
#warnings thead th:last-child { width: 36%; }
.columns th, .columns td { vertical-align: middle; }
.columns td select { width: 100%; max-width: 11rem; margin: 0; }
.group { padding-top: 1.5rem; font-size: 1.05rem; border-top: 0; }
.dot { display: inline-block; width: 0.8rem; height: 0.8rem; border: 1px solid var(--line); border-radius: 50%; }
.label { display: inline-block; max-width: 100%; padding: 0 0.6rem; border: 1px solid var(--line); border-radius: 1rem; font-size: 0.925rem; overflow-wrap: anywhere; }
button.task {
  width: auto; max-width: 100%; min-height: 1.75rem; padding: 0; color: inherit; text-align: left; background: none; border: 0;
  font-weight: 600; overflow-wrap: anywhere;
}
button.task::before { content: "▸" / ""; display: inline-block; width: 1.2em; color: var(--faint); }
button.task[aria-expanded="true"]::before { content: "▾" / ""; }
button.task:hover { text-decoration: underline; }
.more td { padding: 0.25rem 0 1rem 1.3rem; border-top: 0; }
.more p { margin: 0; }
dl { display: grid; grid-template-columns: fit-content(40%) minmax(0, 1fr); gap: 0.25rem 1.25rem; margin: 0; overflow-wrap: anywhere; }
dt { color: var(--faint); }
dd { margin: 0; white-space: pre-wrap; }
dialog { width: min(28rem, calc(100vw - 2rem)); padding: 1.5rem; color: var(--text); background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
dialog p:last-child { margin: 0.75rem 0 0; }
dialog::backdrop { background: rgb(0 0 0 / 0.55); }
@media (max-width: 40rem) {
  table, tbody, tr, td, tbody th, caption { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: 0.5rem 0; border-top: 1px solid var(--rule); }
  th, td, .group { padding: 0.15rem 0; border-top: 0; }
  td[data-label] { display: grid; grid-template-columns: minmax(4rem, 7rem) minmax(0, 1fr); justify-items: start; align-items: baseline; }
  td[data-label]::before { content: attr(data-label); color: var(--faint); font-size: 0.925rem; }
  td[data-label] > * { max-width: 100%; overflow-wrap: anywhere; }
  td:empty { display: none; }
  .more { padding-top: 0; border-top: 0; }
}
`
