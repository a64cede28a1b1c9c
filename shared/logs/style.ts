import type { LogSpan } from '../ipc/index.ts'
import { nearestColor, nearestOf256 } from './palette.ts'

/** How characters look from some place on; null for a colour that is not set. */
export interface Style {
  readonly color: number | null
  readonly background: number | null
  readonly isBold: boolean
  readonly isDim: boolean
  readonly isItalic: boolean
  readonly isUnderlined: boolean
  readonly isInverse: boolean
}

export const plainStyle: Style = {
  color: null,
  background: null,
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
  isInverse: false,
}

/** More parameters than any program sends in one sequence. */
const mostParameters = 100

/** The style after `CSI … m`. @param parameters text between the bracket and the `m` */
export function styleAfter(style: Style, parameters: string): Style {
  const codes = parameters.split(';', mostParameters)
  let next = style
  for (let at = 0; at < codes.length; at++) {
    const [code = '', ...parts] = (codes[at] ?? '').split(':')
    const number = Number(code)
    if (number === 38 || number === 48 || number === 58) {
      const taken = parts.length > 0 ? fromParts(parts) : fromCodes(codes.slice(at + 1, at + 5))
      if (parts.length === 0) at += taken.length
      if (taken.color !== null && number !== 58)
        next = number === 38 ? { ...next, color: taken.color } : { ...next, background: taken.color }
    } else next = plainCode(next, number, parts[0])
  }
  return next
}

function plainCode(style: Style, code: number, part: string | undefined): Style {
  if (code >= 30 && code <= 37) return { ...style, color: code - 30 }
  if (code >= 90 && code <= 97) return { ...style, color: code - 90 + 8 }
  if (code >= 40 && code <= 47) return { ...style, background: code - 40 }
  if (code >= 100 && code <= 107) return { ...style, background: code - 100 + 8 }
  switch (code) {
    case 0:
      return plainStyle
    case 1:
      return { ...style, isBold: true }
    case 2:
      return { ...style, isDim: true }
    case 3:
      return { ...style, isItalic: true }
    case 4:
      return { ...style, isUnderlined: part !== '0' }
    case 7:
      return { ...style, isInverse: true }
    case 21:
      return { ...style, isUnderlined: true }
    case 22:
      return { ...style, isBold: false, isDim: false }
    case 23:
      return { ...style, isItalic: false }
    case 24:
      return { ...style, isUnderlined: false }
    case 27:
      return { ...style, isInverse: false }
    case 39:
      return { ...style, color: null }
    case 49:
      return { ...style, background: null }
    default:
      return style
  }
}

interface Taken {
  readonly color: number | null
  /** Codes that belong to the colour. */
  readonly length: number
}

/** `38;5;N` and `38;2;R;G;B`: what follows the 38. */
function fromCodes(codes: readonly string[]): Taken {
  if (codes[0] === '5') return { color: indexed(codes[1]), length: 2 }
  if (codes[0] === '2') return { color: mixed(codes.slice(1, 4)), length: 4 }
  return { color: null, length: 0 }
}

/** `38:5:N` and `38:2:SPACE:R:G:B`, where old programs leave the colour space out. */
function fromParts(parts: readonly string[]): Taken {
  if (parts[0] === '5') return { color: indexed(parts[1]), length: 0 }
  if (parts[0] === '2') return { color: mixed(parts.slice(parts.length > 4 ? 2 : 1).slice(0, 3)), length: 0 }
  return { color: null, length: 0 }
}

function indexed(text: string | undefined): number | null {
  const index = Number(text ?? '')
  return Number.isInteger(index) && index >= 0 && index <= 255 ? nearestOf256(index) : null
}

function mixed(texts: readonly string[]): number | null {
  const [red, green, blue] = texts.map(text => Number(text))
  if (red === undefined || green === undefined || blue === undefined) return null
  const isColor = [red, green, blue].every(part => part >= 0 && part <= 255)
  return isColor ? nearestColor(red, green, blue) : null
}

/** A stretch of text in a style. Inverse without colours is the terminal's black on white. */
export function spanOf(length: number, style: Style): LogSpan {
  const { color, background, isBold, isDim, isItalic, isUnderlined, isInverse } = style
  const front = isInverse ? (background ?? 0) : color
  const back = isInverse ? (color ?? 7) : background
  return {
    length,
    ...(front === null ? {} : { color: front }),
    ...(back === null ? {} : { background: back }),
    ...(isBold ? { isBold } : {}),
    ...(isDim ? { isDim } : {}),
    ...(isItalic ? { isItalic } : {}),
    ...(isUnderlined ? { isUnderlined } : {}),
  }
}
