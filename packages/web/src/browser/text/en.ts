/** Every text of the scripts of the pages before the app, in English. `{name}` is replaced. */
export const en = {
  "error.failed": "Something went wrong. Please try again.",
  "error.server": "Something went wrong on the server. Please try again.",
  "error.tooMany": "Too many requests. Please try again {when}.",
  "error.unavailable": "The server cannot do this right now. Please try again {when}.",
  "error.unreachable": "The server cannot be reached. Please try again.",
  "field.address": "Enter an email address.",
  "field.empty": "must not be empty",
  "field.required": "Fill in this field.",
  "field.tooShort": "Enter at least {n} characters.",
  "password.differs": "The two passwords are not the same.",
  "password.mostUsed": "This is one of the most used passwords, which are the first that attackers try.",
  "password.tooLong": "is longer than 72 bytes",
  "session.ended": "Your session has ended. Sign in again, and you come back to where you were.",
  "session.otherTab": "You signed out in another tab.",
  "signIn.expired": "This sign-in took too long. Please sign in again.",
  "signIn.handedOver": "You are signed in. Close this window and go on in the other one.",
  "signIn.who": "You are signed in as {name} ({email}).",
  "signUp.captcha": "This server requires a CAPTCHA, which this page does not have. Sign up in the app that uses it.",
  "signUp.done": "Account created. You can sign in now.",
  "signUp.joinedBoard": "Welcome. You have joined this board.",
  "signUp.joinedWorkspace": "Welcome. You have joined the workspace.",
  "signUp.notJoined": "Account created. {reason}",
  "signUp.sent": "Account created. We sent an email to {email}: open the link in it to verify your address.",
  "signUp.sentAgain": "We sent another email to {email}."
}

/** The texts of a language. */
export type ScriptTexts = Readonly<Record<keyof typeof en, string>>
