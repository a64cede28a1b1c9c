import { expect, it } from 'vitest'
import type { KubeObject } from '../../shared/kube/index.ts'
import { containersOf } from './podContainers.ts'

const pod: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web-0', namespace: 'shop' },
  spec: {
    initContainers: [{ name: 'migrate', image: 'm' }],
    containers: [
      { name: 'proxy', image: 'p' },
      { name: 'web', image: 'w', tty: true, stdin: true, workingDir: '/srv' },
    ],
    ephemeralContainers: [{ name: 'debugger', image: 'd' }],
  },
  status: {
    containerStatuses: [
      { name: 'proxy', state: { waiting: {} } },
      { name: 'web', state: { running: {} } },
    ],
    ephemeralContainerStatuses: [{ name: 'debugger', state: { running: {} } }],
    initContainerStatuses: [{ name: 'migrate', state: { terminated: {} } }],
  },
}

const names = (object: KubeObject) => containersOf(object).map(({ name }) => name)

it('the first container is the default, then come those that run', () => {
  expect(names(pod)).toEqual(['proxy', 'web', 'debugger', 'migrate'])
})

it('the annotation of kubectl names the default; a wrong one does not', () => {
  const annotated = (value: string): KubeObject => ({
    ...pod,
    metadata: { ...pod.metadata, annotations: { 'kubectl.kubernetes.io/default-container': value } },
  })
  expect(names(annotated('web'))[0]).toBe('web')
  expect(names(annotated('migrate'))[0]).toBe('proxy')
})

it('what attaching and copying need is told, and any field may be missing or of another type', () => {
  expect(containersOf(pod).find(({ name }) => name === 'web')).toMatchObject({
    ...{ isTty: true, hasInput: true, folder: '/srv' },
  })
  expect(containersOf(pod).find(({ name }) => name === 'proxy')?.folder).toBe('/')
  expect(containersOf({ ...pod, spec: { containers: 'x' }, status: 4 } as unknown as KubeObject)).toEqual([])
})
