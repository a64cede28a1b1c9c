import type { Operation } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { listAt, podSpecOf, textAt, textsAt } from '../../shared/relations/index.ts'
import { EmptyState, TextField } from '../ui/index.ts'
import { EnvironmentFields } from './EnvironmentFields.tsx'
import type { FormProps } from './form.ts'
import styles from './Operations.module.css'

const names = ['cpu', 'memory'] as const
const sides = ['requests', 'limits'] as const

/** Image, environment and resources by container: of the pod template of a workload, or of a running pod. */
export function ContainersForm(props: FormProps<'resize' | 'containers'>) {
  const { object, operation } = props
  const pod = object === null ? null : podSpecOf(object)
  const containers = listAt(pod, 'containers')
  const first = listAt(pod, 'initContainers').filter(
    // Of those that have ended there is nothing to resize.
    container => operation.type === 'containers' || textAt(container, 'restartPolicy') === 'Always',
  )
  if (containers.length === 0) return <EmptyState title="No container can be seen in it" />
  return (
    <>
      {containers.map(each => (
        <ContainerFields key={textAt(each, 'name')} {...props} container={each} isFirst={false} />
      ))}
      {first.map(each => (
        <ContainerFields key={textAt(each, 'name')} {...props} container={each} isFirst />
      ))}
    </>
  )
}

interface ContainerFieldsProps extends FormProps<'resize' | 'containers'> {
  readonly container: unknown
  /** It runs before the others. */
  readonly isFirst: boolean
}

function ContainerFields({
  object,
  operation,
  container,
  isFirst,
  onChange,
  onSubmit,
}: ContainerFieldsProps) {
  const name = textAt(container, 'name')
  const isPod = object?.kind === 'Pod'
  const quantity = (side: Side, resource: string) =>
    operation.containers[name]?.[side]?.[resource] ?? textsAt(container, 'resources', side)?.[resource] ?? ''
  const setQuantity = (side: Side, resource: string, value: string) => {
    if (operation.type === 'containers') {
      const before = operation.containers[name] ?? {}
      onChange(withContainer(operation, name, { ...before, [side]: { ...before[side], [resource]: value } }))
      return
    }
    const before = operation.containers[name] ?? { requests: {}, limits: {} }
    const next = { ...before, [side]: { ...before[side], [resource]: value } }
    onChange({ ...operation, containers: { ...operation.containers, [name]: next } })
  }
  return (
    <fieldset className={styles.form}>
      <legend>{visibleText(isFirst ? `${name} (init container)` : name)}</legend>
      {operation.type === 'containers' && (
        <TextField
          label="Image"
          value={operation.containers[name]?.image ?? textAt(container, 'image')}
          isMono
          onChange={text => onChange(withImage(operation, container, text.trim()))}
          onSubmit={onSubmit}
        />
      )}
      {(operation.type === 'resize' || !isPod) &&
        sides.map(side => (
          <div key={side} className={styles.row}>
            {names.map(resource => (
              <TextField
                key={resource}
                label={`${resource} ${side}`}
                value={quantity(side, resource)}
                isMono
                onChange={value => setQuantity(side, resource, value.trim())}
                onSubmit={onSubmit}
              />
            ))}
          </div>
        ))}
      {operation.type === 'containers' && !isPod && (
        <EnvironmentFields
          container={container}
          changes={operation.containers[name]?.env ?? {}}
          onChange={env => onChange(withEnvironment(operation, name, env))}
        />
      )}
    </fieldset>
  )
}

type Side = (typeof sides)[number]
type Containers = Extract<Operation, { readonly type: 'containers' }>
type ContainerChange = Containers['containers'][string]

/** A change that says nothing is none: then there is nothing to review. */
function withContainer(operation: Containers, name: string, change: ContainerChange): Containers {
  const others = Object.fromEntries(Object.entries(operation.containers).filter(([each]) => each !== name))
  const isEmpty = Object.keys(change).length === 0
  return { ...operation, containers: isEmpty ? others : { ...others, [name]: change } }
}

function withImage(operation: Containers, container: unknown, image: string): Containers {
  const name = textAt(container, 'name')
  const { image: _before, ...rest } = operation.containers[name] ?? {}
  return withContainer(operation, name, image === textAt(container, 'image') ? rest : { ...rest, image })
}

function withEnvironment(
  operation: Containers,
  name: string,
  env: NonNullable<ContainerChange['env']>,
): Containers {
  const { env: _before, ...rest } = operation.containers[name] ?? {}
  return withContainer(operation, name, Object.keys(env).length === 0 ? rest : { ...rest, env })
}
