/** What the page offers to choose from. Apart from the schemas, so that the page takes these names without them. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogLevelName = (typeof logLevels)[number]

export const historyRanges = ['1h', '6h', '24h', '7d'] as const
export type HistoryRange = (typeof historyRanges)[number]
