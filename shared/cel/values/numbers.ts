/** A double as Go prints it with `%g`-like shortest digits: `1`, `1.5`, `1e+06`, `NaN`, `+Inf`. */
export function printDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  if (Object.is(value, -0)) return '-0'
  const exponent = value === 0 ? 0 : Number(value.toExponential().split('e')[1])
  // Go changes to an exponent from 10⁶ on and below 10⁻⁴, where as few digits as needed are printed.
  if (exponent < 6 && exponent >= -4) return value.toString()
  const [digits = '', power = ''] = value.toExponential().split('e')
  const size = power.replace(/^[+-]/, '').padStart(2, '0')
  return `${digits}e${power.startsWith('-') ? '-' : '+'}${size}`
}
