const numbers = new Intl.NumberFormat('en')

/** `1 namespace`, `1,204 namespaces`, and with a plural of its own `2 policies`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${numbers.format(count)} ${count === 1 ? singular : plural}`
}
