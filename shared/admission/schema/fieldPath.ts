/** Path of a field below another; the whole has an empty one. */
export const childPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
