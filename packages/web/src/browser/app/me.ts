import type { User } from "@boardwright/client"
import { api, reading } from "./api.js"

let loading: Promise<User> | null = null

/** The user who is signed in, loaded once. */
export const loadMe = (): Promise<User> => {
  loading ??= reading(() => api.accounts.profile()).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
