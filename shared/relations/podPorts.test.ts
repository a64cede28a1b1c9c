import { expect, it } from 'vitest'
import { isPortNumber, podPorts, portOfPod } from './podPorts.ts'

const spec = {
  containers: [
    { name: 'main', ports: [{ containerPort: 80, name: 'http' }, { containerPort: '9' }, null] },
    {},
  ],
  initContainers: [
    { name: 'mesh', restartPolicy: 'Always', ports: [{ containerPort: 53, name: 'dns', protocol: 'UDP' }] },
    { name: 'setup', ports: [{ containerPort: 1 }] },
  ],
}

it('ports are those of containers and sidecars, whatever else stands there', () => {
  expect(podPorts(spec)).toEqual([
    { number: 80, name: 'http', protocol: 'TCP', container: 'main' },
    { number: 53, name: 'dns', protocol: 'UDP', container: 'mesh' },
  ])
  expect(podPorts(null)).toEqual([])
})

it.each([
  ['http', 80],
  ['9229', 9229],
  ['dns', null],
  ['other', null],
])('port %s of the pod is %s', (asked, expected) => expect(portOfPod(spec, asked)).toBe(expected))

it.each([
  ['1', true],
  ['65535', true],
  ['65536', false],
  ['0', false],
  ['http', false],
  ['1e3', false],
  ['', false],
])('“%s” is a number of a port: %s', (text, expected) => expect(isPortNumber(text)).toBe(expected))
