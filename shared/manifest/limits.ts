/** Levels of mappings and lists in each other; no object of sense has so many, and every recursion holds them. */
export const deepest = 400
export const tooDeep = `It is nested more than ${deepest} levels deep.`

/** UTF-16 units of one text; etcd refuses an object of more than 1.5 MB, and a text may hold many. */
export const longestText = 16_000_000
