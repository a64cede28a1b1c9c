import { readdirSync } from 'node:fs'
import { PolicyCompiler } from '../../shared/cel/kubernetes/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import { caseFolder } from '../live/celCases.ts'
import { readKubernetesCases } from '../live/celKubernetes.ts'

export interface PolicyExpression {
  readonly expression: string
  readonly policy: string
}

/** Of the lines of all files together, one in so many is taken; 1 takes about a minute. */
const every = Number(process.env.CEL_EVERY ?? 2)
/** Warnings of one answer are cut short when they are longer than 4,096 characters together. */
const inPolicy = 12

/** Expressions of the case files that ask for nothing but an object and a request. */
export function expressionsInPolicies(): readonly PolicyExpression[] {
  const texts = readdirSync(caseFolder)
    .filter(name => name.startsWith('k8s-') && name.endsWith('.txt'))
    .sort()
    .flatMap(name => readKubernetesCases(name.slice(0, -'.txt'.length)))
    .filter(each => Object.keys(each).length === 1)
    .map(({ expr }) => expr)
    .filter(isComparable)
  const taken = [...new Set(texts)].filter((_, at) => at % every === 0)
  const groups = [taken.filter(isAccepted), taken.filter(expression => !isAccepted(expression))]
  return groups.flatMap((group, kind) =>
    group.map((expression, at) => {
      const policy = `cel-${kind === 0 ? 'accepted' : 'refused'}-${Math.floor(at / inPolicy)}`
      return { expression, policy }
    }),
  )
}

/** Answers that hang on who asks, or on the order in which the server goes through a map. */
const isComparable = (expression: string): boolean =>
  !/authorizer|distinct|sortBy|now\(|namespaceObject/.test(expression)

const minor = 36

function isAccepted(expression: string): boolean {
  const compiler = new PolicyCompiler({ minor: minor - 1, hasParams: false, hasVariables: false })
  return (
    compiler.compile('validation', tested(expression)).message === '' &&
    compiler.compile('messageExpression', told(expression)).message === ''
  )
}

export const compiles = ({ policy }: PolicyExpression): boolean => policy.startsWith('cel-accepted')

/** Is false unless the expression fails, whose error then is what the server tells. */
const tested = (expression: string): string => `[${expression}].size() == 0`

/** The value as text; of equal warnings only one would be sent. */
const told = (expression: string, at = 0): string => `'#${at} %s'.format([${expression}])`

/** Policies with many expressions each, and what binds them: each expression comes to a warning. */
export function policiesOf(expressions: readonly PolicyExpression[]): readonly KubeObject[] {
  const apiVersion = 'admissionregistration.k8s.io/v1'
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }
  return [...Map.groupBy(expressions, ({ policy }) => policy)].flatMap(([name, all]) => [
    {
      ...{ apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name } },
      spec: {
        matchConstraints: { resourceRules: [rule], objectSelector: { matchLabels: { cel: name } } },
        validations: all.map(({ expression }, at) => ({
          ...{
            expression: tested(expression),
            message: `#${at} has no text`,
            messageExpression: told(expression, at),
          },
        })),
      },
    },
    {
      ...{ apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name } },
      spec: { policyName: name, validationActions: ['Warn'] },
    },
  ])
}

/** What the expressions of a policy are asked with. */
export const thingFor = (policy: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'web', namespace: 'default', labels: { cel: policy, app: 'web' } },
  data: { a: '1', q: '1.5Gi', ip: '10.0.0.1', url: 'https://a.example:80/p?q=1' },
})
