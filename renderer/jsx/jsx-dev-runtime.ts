/** As `jsx-runtime.ts`, for builds that check more. */
import { Fragment, type JSX, jsxDEV as reactJsx } from 'react/jsx-dev-runtime'
import { visibleProps } from './visibleProps.ts'

export { Fragment, type JSX }

export const jsxDEV: typeof reactJsx = (type, props, ...more) => reactJsx(type, visibleProps(props), ...more)
