import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { lastGates, mutatingGates, validatingGates } from '../../shared/admission/gates/index.ts'
import {
  checkedPod,
  type LevelVersion,
  readPolicy,
  violations,
  violationsInWords,
} from '../../shared/admission/gates/podSecurity/index.ts'
import { levelText } from '../../shared/admission/gates/podSecurity/levels.ts'
import { decideByRbac } from '../../shared/admission/gates/rbac.ts'
import { requestOf, worldOf } from '../../shared/admission/gates/world.fixture.ts'
import type { JsonObject } from '../../shared/cel/kubernetes/index.ts'
import { figure } from './figures.ts'
import { needsOracle, oraclePath } from './needs.ts'
import { PodMaker } from './podRandom.ts'
import { randomAccess } from './rbacRandom.ts'

/** The server’s own code, built by `node test/cluster/build.mjs podsecurity`. */
const binary = oraclePath('podsecurity')

interface Answer {
  readonly detail?: string
  readonly policy?: string
  readonly errors?: readonly string[]
  readonly allowed?: boolean
  readonly reason?: string
  readonly pod?: { readonly metadata: JsonObject; readonly spec: JsonObject }
}

function askOracle(questions: readonly unknown[]): readonly Answer[] {
  const input = questions.map(question => JSON.stringify(question)).join('\n')
  const { stdout, stderr, status } = spawnSync(binary, { input, maxBuffer: 1 << 30, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the oracle ended with ${status}: ${stderr.slice(0, 2000)}`)
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Answer)
}

/** Where the two differ, and a figure that counts where they agree. */
function report(id: string, unit: string, wrong: readonly string[], count: number): void {
  figure(id, `${count - wrong.length}/${count}`, unit, 'all')
  expect(wrong.slice(0, 5)).toEqual([])
  expect(count).toBeGreaterThanOrEqual(1000)
}

const versions = [
  'latest',
  'v1.0',
  'v1.8',
  'v1.18',
  'v1.19',
  'v1.22',
  'v1.24',
  'v1.25',
  'v1.27',
  'v1.29',
  'v1.31',
].concat(['v1.32', 'v1.33', 'v1.34', 'v1.35', 'v1.36', 'v1.99'])

function levelOf(level: string, version: string): LevelVersion {
  const labels = {
    'pod-security.kubernetes.io/enforce': level,
    'pod-security.kubernetes.io/enforce-version': version,
  }
  return readPolicy(labels).enforce
}

describe('gates, against the code of the server', () => {
  needsOracle('podsecurity')
  it('checks pods of every level and version with the same words', () => {
    const maker = new PodMaker(20_260)
    const questions = Array.from({ length: 6000 }, () => ({
      pod: maker.pod(),
      level: maker.one(['baseline', 'restricted', 'restricted', 'privileged']),
      version: maker.one(versions),
    }))
    const answers = askOracle(questions)
    const wrong = questions.flatMap(({ pod, level, version }, at) => {
      const fields = pod as { readonly metadata: JsonObject; readonly spec: JsonObject }
      const found = violations(levelOf(level, version), checkedPod(fields.metadata, fields.spec), 36)
      const ours = violationsInWords(found)
      const theirs = answers[at]?.detail ?? ''
      return ours === theirs ? [] : [`${level}:${version} ${JSON.stringify(pod)}\n${theirs}\n${ours}`]
    })
    report('admission.podsecurity.oracle', 'pods', wrong, questions.length)
  })

  it('reads labels of namespaces as the server does', () => {
    const maker = new PodMaker(7)
    const levels = ['privileged', 'baseline', 'restricted', 'Restricted', '']
    const questions = Array.from({ length: 2000 }, () => ({
      labels: Object.fromEntries(
        ['enforce', 'audit', 'warn'].flatMap(mode => [
          ...(maker.chance(0.6) ? [[`pod-security.kubernetes.io/${mode}`, maker.one(levels)]] : []),
          ...(maker.chance(0.3)
            ? [
                [
                  `pod-security.kubernetes.io/${mode}-version`,
                  maker.one(['latest', 'v1.2', 'v1.02', 'v2.0', '']),
                ],
              ]
            : []),
        ]),
      ) as Record<string, string>,
    }))
    const answers = askOracle(questions)
    const wrong = questions.flatMap(({ labels }, at) => {
      const { enforce, audit, warn, errors } = readPolicy(labels)
      const ours = [[enforce, audit, warn].map(levelText).join(' '), errors]
      const theirs = [answers[at]?.policy, answers[at]?.errors ?? []]
      return JSON.stringify(ours) === JSON.stringify(theirs)
        ? []
        : [`${JSON.stringify(labels)}\n${JSON.stringify(theirs)}\n${JSON.stringify(ours)}`]
    })
    report('admission.podsecurity.labels', 'namespaces', wrong, questions.length)
  })

  it('allows and refuses access for the same reason', () => {
    const questions = randomAccess(11, 4000)
    const answers = askOracle(questions.map(access => ({ access })))
    const wrong = questions.flatMap((access, at) => {
      const world = worldOf(
        ['Role', access.roles],
        ['RoleBinding', access.roleBindings],
        ['ClusterRole', access.clusterRoles],
        ['ClusterRoleBinding', access.clusterRoleBindings],
      )
      const subject = { username: access.user, groups: access.groups }
      const { verb, path, group, resource, subresource, namespace, name } = access
      const { answer } = decideByRbac(
        world,
        path === ''
          ? {
              kind: 'resource',
              subject,
              verb,
              resource: {
                group,
                resource,
                subresource,
                namespace,
                name,
                fieldSelector: '',
                labelSelector: '',
              },
            }
          : { kind: 'path', subject, verb, path },
      )
      const ours = {
        allowed: answer?.decision === 'allow',
        reason: answer?.decision === 'allow' ? answer.reason : '',
      }
      const said = answers[at]
      const theirs = { allowed: said?.allowed === true, reason: said?.allowed === true ? said.reason : '' }
      return JSON.stringify(ours) === JSON.stringify(theirs)
        ? []
        : [`${JSON.stringify(access)}\n${JSON.stringify(theirs)}\n${JSON.stringify(ours)}`]
    })
    report('admission.rbac.oracle', 'questions', wrong, questions.length)
  })

  it('fills in and refuses what a limit range says', () => {
    const maker = new PodMaker(33)
    const amounts = () =>
      Object.fromEntries(
        ['cpu', 'memory'].filter(() => maker.chance(0.5)).map(name => [name, maker.quantity()]),
      )
    const questions = Array.from({ length: 3000 }, () => ({
      pod: maker.withResources(),
      limitRange: {
        metadata: { name: 'limits', namespace: 'shop' },
        spec: {
          limits: maker.some(['Container', 'Pod'], 2).map(type => ({
            type,
            ...maker.maybe(0.5, 'min', amounts),
            ...maker.maybe(0.5, 'max', amounts),
            ...(type === 'Container' ? maker.maybe(0.5, 'default', amounts) : {}),
            ...(type === 'Container' ? maker.maybe(0.5, 'defaultRequest', amounts) : {}),
            ...maker.maybe(0.2, 'maxLimitRequestRatio', amounts),
          })),
        },
      },
    }))
    const answers = askOracle(questions)
    const gates = [mutatingGates, validatingGates].flatMap(list =>
      list.filter(gate => gate.plugin === 'LimitRanger'),
    )
    const wrong = questions.flatMap((question, at) => {
      const world = worldOf(['LimitRange', [question.limitRange]])
      const request = requestOf(question.pod as JsonObject)
      let object = request.object
      let denied = ''
      for (const gate of gates) {
        const result = gate.run(request, object, world)
        object = result.object
        denied = result.denied?.message.replace('pods "p" is forbidden: ', '') ?? ''
      }
      // The server’s order within one limit is that of a map.
      const ours = [sortedWords(denied), resourcesIn(object)]
      const theirs = [
        sortedWords(answers[at]?.detail ?? ''),
        resourcesIn(answers[at]?.pod as unknown as JsonObject),
      ]
      return JSON.stringify(ours) === JSON.stringify(theirs)
        ? []
        : [`${JSON.stringify(question)}\n${JSON.stringify(theirs)}\n${JSON.stringify(ours)}`]
    })
    report('admission.limits.oracle', 'pods', wrong, questions.length)
  })

  it('charges pods to a quota as the server does', () => {
    const maker = new PodMaker(44)
    const tracked = [
      'pods',
      'count/pods',
      'cpu',
      'requests.cpu',
      'limits.cpu',
      'memory',
      'limits.memory',
    ].concat([
      'requests.memory',
      'requests.example.com/gpu',
      'hugepages-2Mi',
      'services',
      'requests.ephemeral-storage',
    ])
    const scopes = ['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort']
    const questions = Array.from({ length: 3000 }, () => {
      const names = maker.some(tracked, 3)
      const used = names.filter(() => maker.chance(0.95))
      return {
        pod: maker.withResources(),
        quota: {
          metadata: { name: 'q', namespace: 'shop' },
          spec: {
            ...maker.maybe(0.2, 'scopes', () => maker.some(scopes, 1)),
            ...maker.maybe(0.2, 'scopeSelector', () => ({
              matchExpressions: [
                {
                  scopeName: 'PriorityClass',
                  ...maker.one<object>([
                    { operator: 'Exists' },
                    { operator: 'DoesNotExist' },
                    { operator: 'In', values: ['high'] },
                    { operator: 'NotIn', values: ['high'] },
                  ]),
                },
              ],
            })),
          },
          status: {
            hard: Object.fromEntries(names.map(name => [name, maker.one(['1', '2', '5', '2Gi', '1500m'])])),
            used: Object.fromEntries(used.map(name => [name, maker.one(['0', '1', '500m', '1Gi'])])),
          },
        },
      }
    })
    const answers = askOracle(questions)
    const [gate] = lastGates
    const wrong = questions.flatMap((question, at) => {
      const request = requestOf(question.pod as JsonObject)
      const result = gate?.run(request, request.object, worldOf(['ResourceQuota', [question.quota]]))
      const ours = result?.denied?.message ?? ''
      const theirs = answers[at]?.detail ?? ''
      return ours === theirs ? [] : [`${JSON.stringify(question)}\n${theirs}\n${ours}`]
    })
    report('admission.quota.oracle', 'pods', wrong, questions.length)
  })
})

const sortedWords = (text: string): string =>
  text
    .replace(/^\[(.*)\]$/, '$1')
    .split(/, (?=minimum|maximum|cpu max|memory max)/)
    .toSorted()
    .join(' | ')

/** Resources of containers and the annotation, which are all that limits change. */
function resourcesIn(pod: JsonObject | null): unknown {
  const { metadata, spec } = pod as unknown as {
    readonly metadata: { readonly annotations?: Record<string, string> }
    readonly spec: Record<string, readonly { readonly resources?: Record<string, Record<string, string>> }[]>
  }
  const sorted = (amounts: Record<string, string> | undefined): unknown =>
    Object.entries(amounts ?? {}).toSorted()
  const of = (list: string): unknown =>
    (spec[list] ?? []).map(({ resources }) => [sorted(resources?.requests), sorted(resources?.limits)])
  return [metadata.annotations?.['kubernetes.io/limit-ranger'] ?? '', of('containers'), of('initContainers')]
}
