import { api } from "../api.js"
import { me } from "../me.js"
import { type Language, language } from "../text/texts.js"

/** Stores the language that mails to the user are written in. */
const store = async (name: Language): Promise<void> => {
  const { user } = await api.accounts.updateProfile({ language: name })
  if (me.value !== null) me.value = { ...me.value, language: user.language }
}

/** Stores the language of the app for mails to a user whose language is not known. */
export const storeShownLanguage = async (): Promise<void> => {
  if (me.value?.language === null) await store(language())
}

/**
 * Chooses a language for mails to the user and for this browser, and shows it. The server reads the cookie, and renders each page
 * in that language.
 */
export const chooseLanguage = async (name: Language): Promise<void> => {
  await store(name)
  document.cookie = `boardwright-language=${name}; Path=/; Max-Age=31536000; SameSite=Lax`
  location.reload()
}
