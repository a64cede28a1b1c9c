import { Children, type ReactNode } from 'react'
import { visibleText } from '../../shared/kube/index.ts'

/** Children with the hidden characters of their own text marked; elements among them are left as they are. */
export function visibleNode(node: ReactNode): ReactNode {
  if (typeof node === 'string') return visibleText(node)
  if (!Array.isArray(node)) return node
  return Children.map(node, child => (typeof child === 'string' ? visibleText(child) : child))
}
