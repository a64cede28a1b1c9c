import type { Column } from '../../../../../shared/ipc/index.ts'

const column = (name: string, type: Column['type'] = 'string'): Column => ({
  name,
  description: '',
  type,
  priority: 0,
})

/** Pods of a node, beside their figures. */
export const podColumns: readonly Column[] = [
  column('Namespace'),
  column('Name'),
  column('Phase'),
  column('Age', 'date'),
]

export const podFigures = ['CPU', 'Memory'].flatMap(name => [
  { name, description: `${name} in use, against limit or request` },
  { name: `${name} requested`, description: 'As the scheduler counts it' },
  { name: `${name} limit`, description: '' },
])
