/** CPU is counted in thousandths of a core, memory in bytes. */
export type Unit = 'cpu' | 'memory'

const powers = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const

/** An amount as kubectl writes it: `12m`, `1.25`, `345Mi`, `1.2Gi`. Small CPU is rounded up, as there. */
export function amountText(unit: Unit, value: number): string {
  return unit === 'cpu' ? cpuText(value) : memoryText(value)
}

function cpuText(milli: number): string {
  // A sum of exact thousandths may be a hair above one.
  if (milli < 1000) return milli === 0 ? '0' : `${Math.ceil(milli - 1e-6)}m`
  return threeDigits(milli / 1000)
}

function memoryText(bytes: number): string {
  let value = bytes
  let power = 0
  while (value >= 1024 && power < powers.length - 1) {
    value /= 1024
    power++
  }
  return `${power < 3 ? Math.round(value) : threeDigits(value)}${powers[power]}`
}

function threeDigits(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0
  return String(Number(value.toFixed(digits)))
}

/** The same with the unit in words where it has none of its own: `1.25 cores`. */
export function amountWords(unit: Unit, value: number): string {
  const text = amountText(unit, value)
  if (unit === 'memory' || text.endsWith('m')) return text
  return `${text} ${text === '1' ? 'core' : 'cores'}`
}

/** How much of something, in whole percent. */
export function shareText(value: number, of: number): string {
  if (of <= 0) return ''
  const percent = (value / of) * 100
  return percent > 0 && percent < 1 ? '<1 %' : `${Math.round(percent)} %`
}
