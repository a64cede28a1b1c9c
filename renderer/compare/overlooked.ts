import type { Overlooked } from '../../shared/diff/index.ts'
import { defaultSettings } from '../../shared/ipc/index.ts'
import type { Resource } from '../../shared/kube/index.ts'
import { changeSettings, currentSettings, useSettings } from '../live/index.ts'

/** Name of a kind in the rules: without its version, which changes. */
export function kindKey({ group, resource }: Pick<Resource, 'group' | 'resource'>): string {
  return group === '' ? resource : `${group}/${resource}`
}

/** What is overlooked in comparisons of a kind; empty: what holds for all kinds. */
export function useOverlooked(kind: string): Overlooked {
  const { serverFields, defaults, paths } = useSettings()?.compare ?? defaultSettings.compare
  return { serverFields, defaults, paths: [...new Set([...(paths[''] ?? []), ...(paths[kind] ?? [])])] }
}

type Choices = Pick<Overlooked, 'serverFields' | 'defaults'>

/** @throws AppError when the settings cannot be written */
export function choose(part: Partial<Choices>): Promise<unknown> {
  const present = currentSettings()?.compare ?? defaultSettings.compare
  return changeSettings({ compare: { ...present, ...part } })
}

/** @throws AppError when the settings cannot be written */
export function setPaths(kind: string, paths: readonly string[]): Promise<unknown> {
  const present = currentSettings()?.compare ?? defaultSettings.compare
  const { [kind]: _old, ...others } = present.paths
  return changeSettings({
    compare: { ...present, paths: paths.length === 0 ? others : { ...others, [kind]: [...new Set(paths)] } },
  })
}
