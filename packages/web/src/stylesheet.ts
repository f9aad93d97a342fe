/** The one stylesheet. Text on its background has a contrast of at least 4.5, controls are 44 pixels high (WCAG 2.2). */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --page: #f4f5f8; --card: #ffffff; --text: #1b1f27; --faint: #545b69; --line: #767e8c;
  --accent: #4338ca; --on-accent: #ffffff; --bad: #b3001b; --bad-card: #fdecee; --good: #0b6b34; --good-card: #e8f6ed;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101218; --card: #191c24; --text: #e9ebf0; --faint: #a7aebc; --line: #7b8394;
    --accent: #b1b8ff; --on-accent: #14152b; --bad: #ff9aa5; --bad-card: #35181d; --good: #7fdca4; --good-card: #12291c;
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0; min-height: 100vh; padding: 2rem 1rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
header, main { max-width: 26rem; margin: 0 auto; }
.brand { margin: 0 0 1rem; font-weight: 700; letter-spacing: 0.01em; }
main { padding: 1.5rem; background: var(--card); border-radius: 0.75rem; box-shadow: 0 1px 4px rgb(0 0 0 / 0.2); }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 0 0 0.5rem; font-size: 1.2rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
.links { margin: 1.25rem 0 0; padding: 0; list-style: none; }
.links li { padding: 0.25rem 0; }
.field { margin: 0 0 1.25rem; }
.field p { margin: 0; }
label { display: block; font-weight: 600; }
.hint { color: var(--faint); font-size: 0.925rem; }
input, button { width: 100%; min-height: 2.75rem; font: inherit; border-radius: 0.4rem; }
input { margin-top: 0.3rem; padding: 0.4rem 0.7rem; color: inherit; background: transparent; border: 1px solid var(--line); }
input[aria-invalid="true"] { border: 2px solid var(--bad); }
button { padding: 0.4rem 1rem; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; cursor: pointer; }
button[aria-busy="true"] { opacity: 0.7; cursor: progress; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error:not(:empty) { padding-top: 0.4rem; }
#unverified { margin: 1rem 0 0; }
.error { color: var(--bad); font-size: 0.925rem; }
.notice:empty { margin: 0; }
.notice:not(:empty) { padding: 0.6rem 0.8rem; border-radius: 0.4rem; border-left: 4px solid; }
.notice[role="alert"]:not(:empty) { color: var(--bad); background: var(--bad-card); }
.notice[role="status"]:not(:empty) { color: var(--good); background: var(--good-card); }
`
