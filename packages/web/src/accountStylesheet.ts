/** What the pages of an account need besides the stylesheet of all: sections and lists. */
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
.rows.lined li { padding: 0.75rem 0; border-top: 1px solid var(--rule); }
.field .act { margin-top: 0.6rem; }
.check { display: flex; flex-wrap: wrap; gap: 0 0.6rem; align-items: center; margin: 0 0 1.25rem; }
.check label { flex: 1; padding: 0.4rem 0; }
.check input { flex: none; width: 1.4rem; height: 1.4rem; min-height: 0; margin: 0; accent-color: var(--accent); }
.label { display: inline-block; max-width: 100%; padding: 0 0.6rem; border: 1px solid var(--line); border-radius: 1rem; font-size: 0.925rem; overflow-wrap: anywhere; }
dialog { width: min(28rem, calc(100vw - 2rem)); padding: 1.5rem; color: var(--text); background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
dialog p:last-child { margin: 0.75rem 0 0; }
dialog::backdrop { background: rgb(0 0 0 / 0.55); }
`
