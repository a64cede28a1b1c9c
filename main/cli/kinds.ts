import { AppError } from '../../shared/errors/index.ts'
import { kindNames, type ResourceInfo } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'

/**
 * The kind a person means: plural, singular, kind or short name, with `.group` or
 * `.version.group` after it where they say so. The core group and preferred versions come first.
 * @throws AppError `gone` when the server has nothing of that name.
 */
export function findKind(api: ApiClient, text: string, isDump = false): ResourceInfo {
  const { resources, failures } = api.discovery.get()
  const [word = '', ...rest] = text.toLowerCase().split('.')
  const suffix = rest.join('.')
  const candidates = resources
    .filter(info => kindNames(info).includes(word) && fits(info, suffix))
    .sort((a, b) => rank(a) - rank(b))
  const [found] = candidates
  if (found !== undefined) return found
  const causes = failures.map(({ groupVersion, error }) => `${groupVersion}: ${error.message}`)
  throw new AppError({
    kind: 'gone',
    context: api.context,
    message: `${isDump ? 'The dump holds' : 'The server serves'} no kind “${text}”.${causes.length === 0 ? '' : ' Parts of its API could not be read:'}`,
    causes,
  })
}

function fits(info: ResourceInfo, suffix: string): boolean {
  return (
    suffix === '' ||
    suffix === info.group ||
    suffix === `${info.version}.${info.group}` ||
    suffix === info.version
  )
}

function rank(info: ResourceInfo): number {
  return (info.preferred ? 0 : 2) + (info.group === '' ? 0 : 1)
}
