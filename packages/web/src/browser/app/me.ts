import type { User } from "@boardwright/client"
import { signal } from "@preact/signals"
import { api, reading } from "./api.js"

let loading: Promise<User> | null = null

/** The user who is signed in, null until loaded. */
export const me = signal<User | null>(null)

/** Loads the user who is signed in, once. */
export const loadMe = (): Promise<User> => {
  loading ??= reading(() => api.accounts.profile()).then(
    (user) => {
      me.value = user
      return user
    },
    (error: unknown) => {
      loading = null
      throw error
    }
  )
  return loading
}
