/** The one stylesheet. Text on its background has a contrast of at least 4.5, controls are 44 pixels high (WCAG 2.2). */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --page: #f4f5f8; --card: #ffffff; --text: #1b1f27; --faint: #545b69; --line: #767e8c; --rule: #dfe2e8;
  --accent: #4338ca; --on-accent: #ffffff; --bad: #b3001b; --bad-card: #fdecee; --good: #0b6b34; --good-card: #e8f6ed;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101218; --card: #191c24; --text: #e9ebf0; --faint: #a7aebc; --line: #7b8394; --rule: #313643;
    --accent: #b1b8ff; --on-accent: #14152b; --bad: #ff9aa5; --bad-card: #35181d; --good: #7fdca4; --good-card: #12291c;
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0; min-height: 100vh; padding: 1rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
header, main { max-width: 28rem; margin: 0 auto; }
.wide header, .wide main { max-width: 62rem; }
header { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: center; justify-content: space-between; margin-bottom: 1rem; }
.brand { margin: 0; font-weight: 700; letter-spacing: 0.01em; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 0.25rem; margin: 0 -0.6rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 0.6rem; color: var(--text); text-decoration: none; border-radius: 0.4rem; }
nav a:hover { text-decoration: underline; }
nav a[aria-current] { font-weight: 700; text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 0.4em; }
.skip { position: absolute; left: 1rem; top: -6rem; z-index: 1; padding: 0.6rem 1rem; color: var(--on-accent); background: var(--accent); border-radius: 0.4rem; }
.skip:focus { top: 0.5rem; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
main { padding: 1.5rem; background: var(--card); border-radius: 0.75rem; box-shadow: 0 1px 4px rgb(0 0 0 / 0.2); }
main:focus { outline: none; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 0 0 0.5rem; font-size: 1.2rem; line-height: 1.25; }
h3 { margin: 0 0 0.25rem; font-size: 1.05rem; line-height: 1.35; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
.lead { font-size: 1.1rem; }
.links { margin: 1.25rem 0 0; padding: 0; list-style: none; }
.links li { padding: 0.25rem 0; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.actions > * { flex: 1 1 10rem; }
.field { margin: 0 0 1.25rem; }
.field p { margin: 0; }
label { display: block; font-weight: 600; }
.hint { color: var(--faint); font-size: 0.925rem; }
input, select, button, .button { width: 100%; min-height: 2.75rem; font: inherit; border-radius: 0.4rem; }
input, select { margin-top: 0.3rem; padding: 0.4rem 0.7rem; color: inherit; background: var(--card); border: 1px solid var(--line); }
input[aria-invalid="true"] { border: 2px solid var(--bad); }
button, .button {
  padding: 0.5rem 1rem; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); cursor: pointer;
}
.button { display: inline-flex; align-items: center; justify-content: center; text-align: center; text-decoration: none; }
.quiet { color: var(--accent); background: transparent; border-color: var(--line); }
button[aria-busy="true"] { opacity: 0.7; cursor: progress; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error:not(:empty) { padding-top: 0.4rem; }
#unverified { margin: 1rem 0 0; }
.error { color: var(--bad); font-size: 0.925rem; }
.error::first-letter { text-transform: uppercase; }
.notice:empty { margin: 0; }
.notice:not(:empty) { padding: 0.6rem 0.8rem; border-radius: 0.4rem; border-left: 4px solid; }
.notice[role="alert"]:not(:empty) { color: var(--bad); background: var(--bad-card); }
.notice[role="status"]:not(:empty) { color: var(--good); background: var(--good-card); }
`
