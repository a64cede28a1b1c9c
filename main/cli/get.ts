import { printYaml } from '../../shared/diff/index.ts'
import { assertNever } from '../../shared/errors/index.ts'
import { systemClock } from '../../shared/flow/index.ts'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import { createEngine, type Engine } from '../engine.ts'
import { type ListedTable, listOnce } from '../tables/index.ts'
import { endedFromOutside, rejectWhenEnded, WrongCommand } from './ending.ts'
import { findKind } from './kinds.ts'
import { type PrintedTable, printTable } from './printed.ts'
import { chooseContexts, untilReady } from './ready.ts'
import { addSnapshot, tellProblems } from './snapshot.ts'
import { type GetOptions, type GetTarget, showsNamespace } from './target.ts'
import { watchTable } from './watch.ts'

/** Silence longer than this needs a word of what is waited for. */
const patienceMillis = 3000

/** Prints objects of a kind from one or several contexts. @throws AppError */
export async function get(
  kind: string,
  name: string | undefined,
  options: GetOptions,
  version: string,
): Promise<void> {
  refuseContradictions(kind, name, options)
  const ended = endedFromOutside()
  const engine = await createEngine({ host: 'serve', version, kubeconfig: options.kubeconfig })
  try {
    // Whatever is waited for, closing the engine ends it: requests, plugins, watches.
    await Promise.race([read(engine, kind, name, options, ended), rejectWhenEnded(ended)])
  } finally {
    await engine.close()
  }
}

async function read(
  engine: Engine,
  kind: string,
  name: string | undefined,
  options: GetOptions,
  ended: AbortSignal,
): Promise<void> {
  const entries =
    options.snapshot.length > 0
      ? [await addSnapshot(engine, options.snapshot)]
      : chooseContexts(engine.kubeconfig.list.get(), options.context)
  if (entries.some(({ origin }) => origin === 'sample') && options.context.length === 0)
    console.error('There is no kubeconfig: this is the sample cluster.')
  const targets = await Promise.all(entries.map(entry => open(engine, entry, kind, options)))
  if (options.watch) await watchTable(engine, targets, name, options, ended)
  else await print(targets, name, options)
}

function refuseContradictions(kind: string, name: string | undefined, options: GetOptions): void {
  if (/[,/]/.test(kind)) {
    throw new WrongCommand(`“${kind}”: one kind at a time, and a name stands beside it: get KIND NAME.`)
  }
  if (options.allNamespaces && options.namespace.length > 0) {
    throw new WrongCommand('-A and -n contradict each other.')
  }
  if (options.snapshot.length > 0 && options.context.length > 0) {
    throw new WrongCommand('--snapshot and --context contradict each other.')
  }
  if (options.watch && options.output !== 'table' && options.output !== 'wide') {
    throw new WrongCommand('--watch prints tables; leave -o out or use -o wide.')
  }
  if (name === undefined) return
  if (options.allNamespaces) throw new WrongCommand('A name stands in one namespace: give -n instead of -A.')
  if (options.selector !== '' || options.fieldSelector !== '') {
    throw new WrongCommand('Give a name or a selector, not both.')
  }
}

async function open(
  engine: Engine,
  entry: ContextEntry,
  kind: string,
  options: GetOptions,
): Promise<GetTarget> {
  const patience = setTimeout(
    () =>
      console.error(
        entry.origin === 'snapshot'
          ? `Reading ${entry.name} …`
          : `Waiting for ${entry.name} (${entry.server}) …`,
      ),
    patienceMillis,
  )
  const api = await engine.contexts.open(entry.id)
  await untilReady(api).finally(() => {
    clearTimeout(patience)
    tellProblems(engine, entry)
  })
  const info = findKind(api, kind, entry.origin === 'snapshot')
  const chosen = options.namespace.length > 0 ? options.namespace : [entry.namespace || 'default']
  const namespaces = !info.namespaced || options.allNamespaces ? [''] : [...new Set(chosen)]
  return { entry, api, info, namespaces }
}

async function print(
  targets: readonly GetTarget[],
  name: string | undefined,
  options: GetOptions,
): Promise<void> {
  const { output } = options
  switch (output) {
    case 'table':
    case 'wide': {
      const tables = await Promise.all(targets.flatMap(target => tablesOf(target, name, options)))
      printTable(tables, { isWide: output === 'wide', manyContexts: targets.length > 1 })
      return
    }
    case 'name': {
      for (const { info, rows } of await Promise.all(
        targets.flatMap(target => tablesOf(target, name, options)),
      )) {
        const type = info.group === '' ? info.singular : `${info.singular}.${info.group}`
        for (const row of rows) console.log(`${type}/${row.name}`)
      }
      return
    }
    case 'json':
    case 'yaml': {
      const objects = (await Promise.all(targets.map(target => objectsOf(target, name, options)))).flat()
      const value =
        name !== undefined && objects.length === 1
          ? objects[0]
          : { apiVersion: 'v1', items: objects, kind: 'List', metadata: { resourceVersion: '' } }
      console.log(output === 'json' ? JSON.stringify(value, null, 4) : printYaml(value).trimEnd())
      return
    }
    default:
      assertNever(output)
  }
}

function tablesOf(
  target: GetTarget,
  name: string | undefined,
  options: GetOptions,
): readonly Promise<PrintedTable>[] {
  const { api, info, entry } = target
  return target.namespaces.map(async namespace => {
    const scope = {
      namespace,
      labelSelector: options.selector,
      fieldSelector: options.fieldSelector,
      ...(name === undefined ? {} : { name }),
    }
    const table: ListedTable = await listOnce(api, info, scope, { clock: systemClock })
    return {
      ...table,
      info,
      contextName: entry.name,
      showsNamespace: showsNamespace(target),
    }
  })
}

async function objectsOf(
  target: GetTarget,
  name: string | undefined,
  options: GetOptions,
): Promise<readonly KubeObject[]> {
  const { api, info } = target
  const found: KubeObject[] = []
  for (const namespace of target.namespaces) {
    if (name !== undefined) {
      found.push(await api.get({ resource: info, namespace, name }))
      continue
    }
    let token = ''
    do {
      const page = await api.list(info, {
        namespace,
        labelSelector: options.selector,
        fieldSelector: options.fieldSelector,
        limit: 500,
        continue: token,
      })
      found.push(...page.items)
      token = page.continue
    } while (token !== '')
  }
  return found.map(withoutManagedFields)
}

/** As kubectl prints it: field owners are noise in a file. */
function withoutManagedFields(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}
