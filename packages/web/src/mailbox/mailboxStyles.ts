/** What the mailbox needs besides the stylesheet of all pages. */
export const mailboxStyles = `
.mails { margin: 0; padding: 0; list-style: none; }
.mails li { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: center; padding: 0.9rem 0; border-top: 1px solid var(--rule); }
.mails .about { flex: 1 1 18rem; }
.mails h2 { margin: 0; font-size: 1.05rem; }
.mails p { margin: 0; }
.mails .button { flex: 0 1 14rem; }
.head { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: baseline; justify-content: space-between; }
.facts { margin: 0 0 1rem; }
.facts div { display: flex; flex-wrap: wrap; gap: 0 0.75rem; }
.facts dt { flex: 0 0 3.5rem; color: var(--faint); }
.facts dd { flex: 1 1 14rem; margin: 0; }
.act .button { max-width: 20rem; }
pre { margin: 0 0 1.5rem; padding: 1rem; white-space: pre-wrap; font: 0.925rem/1.5 ui-monospace, monospace; border: 1px solid var(--rule); border-radius: 0.4rem; }
iframe { display: block; width: 100%; height: 32rem; background: #ffffff; border: 1px solid var(--rule); border-radius: 0.4rem; color-scheme: light; }
`
