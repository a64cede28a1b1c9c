/** What stands where a credential stood. */
export const mask = '[redacted]'
