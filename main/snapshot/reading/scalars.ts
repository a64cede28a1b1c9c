import type { ScalarTag, Tags } from 'yaml'

const yes = /^(?:y|Y|yes|Yes|YES|on|On|ON)$/
const no = /^(?:n|N|no|No|NO|off|Off|OFF)$/

const words: ScalarTag = {
  tag: 'tag:yaml.org,2002:bool',
  default: true,
  test: /^(?:y|Y|yes|Yes|YES|on|On|ON|n|N|no|No|NO|off|Off|OFF)$/,
  resolve: text => yes.test(text),
}

const octal: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^[-+]?0[0-7]+$/,
  resolve: text => Number.parseInt(text, 8),
}

const binary: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^[-+]?0b[01]+$/,
  resolve: text => Number.parseInt(text.replace('0b', ''), 2),
}

const grouped: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^[-+]?[1-9][0-9]*(?:_[0-9]+)+$/,
  resolve: text => Number(text.replaceAll('_', '')),
}

/** The core schema as goyaml v2 widens it. */
export const goTags = (tags: Tags): Tags => [words, octal, binary, grouped, ...tags]

/** A plain scalar as the tags above and the core schema read it. */
export function plainScalar(text: string): unknown {
  if (text === '' || text === '~' || text === 'null' || text === 'Null' || text === 'NULL') return null
  const first = text.charCodeAt(0)
  // Most scalars begin with a letter that none of the words below begins with.
  if (/^[A-Za-z]/.test(text)) {
    if (text === 'true' || text === 'True' || text === 'TRUE') return true
    if (text === 'false' || text === 'False' || text === 'FALSE') return false
    if (text.length > 3) return text
    if (yes.test(text)) return true
    return no.test(text) ? false : text
  }
  const mayBeNumber = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e
  return mayBeNumber ? numberOr(text) : text
}

function numberOr(text: string): unknown {
  if (octal.test?.test(text)) return Number.parseInt(text, 8)
  if (binary.test?.test(text)) return Number.parseInt(text.replace('0b', ''), 2)
  if (grouped.test?.test(text)) return Number(text.replaceAll('_', ''))
  if (/^0o[0-7]+$/.test(text)) return Number.parseInt(text.slice(2), 8)
  if (/^0x[0-9a-fA-F]+$/.test(text)) return Number.parseInt(text.slice(2), 16)
  if (/^[-+]?[0-9]+$/.test(text)) return Number(text)
  if (/^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)$/.test(text)) return Number(text)
  if (/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/.test(text)) return Number(text)
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  return /^\.(?:nan|NaN|NAN)$/.test(text) ? Number.NaN : text
}
