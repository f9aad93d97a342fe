/** Makes a value at its first use: a format of a locale takes far longer to make than to use. */
export const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}
