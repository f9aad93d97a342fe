/** The elements that a selector finds. */
export const all = <E extends HTMLElement = HTMLElement>(
  selector: string,
  within: ParentNode = document
): ReadonlyArray<E> => [...within.querySelectorAll<E>(selector)]

/** The element that a selector finds and the page has. */
export const one = <E extends HTMLElement = HTMLElement>(selector: string, within: ParentNode = document): E =>
  within.querySelector(selector) as E
