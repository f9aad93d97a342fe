import { forgotPassword } from "./forgotPassword.js"
import type { Page } from "./Page.js"
import { resetPassword } from "./resetPassword.js"
import { signin } from "./signin.js"
import { verifyError } from "./verifyError.js"

/** Every page of the standalone server. */
export const pages: ReadonlyArray<Page> = [signin, verifyError, forgotPassword, resetPassword]
