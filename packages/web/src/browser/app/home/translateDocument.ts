import { t } from "../text/texts.js"

/** Says in the user's language what the server has put into the document of the app. */
export const translateDocument = (): void => {
  const texts = {
    ".skip": t("document.skip"),
    "#session-ended-title": t("signIn.title"),
    "#session-ended-why": t("signIn.why"),
    "#again-hint": t("signIn.elsewhere"),
    "#again label[for=email]": t("signIn.email"),
    "#again label[for=password]": t("signIn.password"),
    "#again button[type=submit]": t("signIn.submit"),
    "#again-cancel": t("action.cancel")
  }
  for (const [selector, text] of Object.entries(texts)) {
    const node = document.querySelector(selector)
    if (node !== null) node.textContent = text
  }
}
