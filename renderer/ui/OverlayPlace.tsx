import type { ReactNode } from 'react'
import { UNSAFE_PortalProvider } from 'react-aria'

/** Menus, popovers and dialogs of what is inside go into the element of this id. */
export function OverlayPlace({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return <UNSAFE_PortalProvider getContainer={() => document.getElementById(id)}>{children}</UNSAFE_PortalProvider>
}
