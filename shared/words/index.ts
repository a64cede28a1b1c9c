/** Parts of sentences: sizes, numbers with their noun, what files lack, and texts between quotes as the server writes them. */
export { bytesText } from './bytes.ts'
export { counted } from './counted.ts'
export { omittedWords } from './omitted.ts'
export { quoteGo, shortEscapes } from './quoteGo.ts'
