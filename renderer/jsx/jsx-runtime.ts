/**
 * What the compiler makes of our JSX: React’s own functions, behind one rule. Text from a cluster
 * may hold characters that show as nothing and change what is read; every text and every spoken
 * attribute shows them as marks, wherever it is drawn and whoever drew it; and no text is so long
 * that laying it out stops the page.
 */
import { Fragment, type JSX, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime'
import { visibleProps } from './visibleProps.ts'

export { Fragment, type JSX }

export const jsx: typeof reactJsx = (type, props, key) => reactJsx(type, visibleProps(props), key)
export const jsxs: typeof reactJsxs = (type, props, key) => reactJsxs(type, visibleProps(props), key)
