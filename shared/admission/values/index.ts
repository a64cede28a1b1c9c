/**
 * Values of JSON without surprises: own fields only (`own`), the same or not (`sameJson`), and as the
 * server, written in Go, prints them (`quote`, `plain`, `goJson`, …) or does not read them (`base64Fault`).
 */
export { quoteGo as quote } from '../../words/index.ts'
export { base64Fault } from './base64.ts'
export { byBytes, goJson, isInt64, literal, numberText, plain, typeName } from './goText.ts'
export { deepest, isObject, type Json, type JsonObject, own, sizeOf } from './json.ts'
export { sameJson } from './same.ts'
