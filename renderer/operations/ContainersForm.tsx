import { visibleText } from '../../shared/kube/index.ts'
import { at, listAt, textAt, textsAt } from '../../shared/relations/index.ts'
import { EmptyState, TextField } from '../ui/index.ts'
import type { FormProps } from './form.ts'
import styles from './Operations.module.css'

const names = ['cpu', 'memory'] as const

/** Image and resources by container: of the pod template of a workload, or of a running pod. */
export function ContainersForm({
  object,
  operation,
  onChange,
  onSubmit,
}: FormProps<'resize' | 'containers'>) {
  const isPod = object?.kind === 'Pod'
  const pod = isPod ? at(object, 'spec') : at(object, 'spec', 'template', 'spec')
  const containers = listAt(pod, 'containers')
  const hasResources = operation.type === 'resize' || !isPod
  if (containers.length === 0) return <EmptyState title="No container can be seen in it" />
  return containers.map(container => {
    const name = textAt(container, 'name')
    const quantity = (side: 'requests' | 'limits', resource: string) =>
      operation.containers[name]?.[side]?.[resource] ??
      textsAt(container, 'resources', side)?.[resource] ??
      ''
    const setQuantity = (side: 'requests' | 'limits', resource: string, value: string) => {
      if (operation.type === 'resize') {
        const before = operation.containers[name] ?? { requests: {}, limits: {} }
        const next = { ...before, [side]: { ...before[side], [resource]: value.trim() } }
        onChange({ ...operation, containers: { ...operation.containers, [name]: next } })
        return
      }
      const before = operation.containers[name] ?? {}
      const next = { ...before, [side]: { ...before[side], [resource]: value.trim() } }
      onChange({ ...operation, containers: { ...operation.containers, [name]: next } })
    }
    return (
      <fieldset key={name} className={styles.form}>
        <legend>{visibleText(name)}</legend>
        {operation.type === 'containers' && (
          <TextField
            label="Image"
            value={operation.containers[name]?.image ?? textAt(container, 'image')}
            isMono
            onChange={image =>
              onChange({
                ...operation,
                containers: {
                  ...operation.containers,
                  [name]: { ...operation.containers[name], image: image.trim() },
                },
              })
            }
            onSubmit={onSubmit}
          />
        )}
        {hasResources &&
          (['requests', 'limits'] as const).map(side => (
            <div key={side} className={styles.row}>
              {names.map(resource => (
                <TextField
                  key={resource}
                  label={`${resource} ${side}`}
                  value={quantity(side, resource)}
                  isMono
                  onChange={value => setQuantity(side, resource, value)}
                  onSubmit={onSubmit}
                />
              ))}
            </div>
          ))}
      </fieldset>
    )
  })
}
