/** Whether a variable of the environment, or its file, is given. */
export const isSet = (name: string): boolean => [name, `${name}_FILE`].some((each) => (process.env[each] ?? "") !== "")
