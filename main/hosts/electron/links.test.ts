import { describe, expect, it } from 'vitest'
import { addressOfLink } from './links.ts'

describe('links that are addresses of the page', () => {
  it.each([
    ['gatehouse://', '#/'],
    ['gatehouse:///', '#/'],
    ['gatehouse://settings', '#/settings'],
    ['GATEHOUSE://settings/', '#/settings'],
    ['gatehouse://c/prod', '#/c/prod'],
    ['gatehouse://c/prod/', '#/c/prod'],
    ['gatehouse://c/prod/policies', '#/c/prod/policies'],
    ['gatehouse://c/prod/l/core/v1/pods?ns=shop&q=web%201', '#/c/prod/l/core/v1/pods?ns=shop&q=web%201'],
    [
      'gatehouse://c/%2Fhome%2Fme%2Fconfig%23prod/o/apps/v1/deployments/shop/web/yaml',
      '#/c/%2Fhome%2Fme%2Fconfig%23prod/o/apps/v1/deployments/shop/web/yaml',
    ],
    [
      'gatehouse://c/arn:aws:eks:eu-west-1:1:cluster%2Fa/webhooks',
      '#/c/arn:aws:eks:eu-west-1:1:cluster%2Fa/webhooks',
    ],
  ])('%s', (link, address) => expect(addressOfLink(link)).toBe(address))
})

describe('what is no link of ours is refused', () => {
  it.each([
    ['another scheme', 'https://c/prod'],
    ['a scheme that begins like ours', 'gatehouse-evil://c/prod'],
    ['no authority part', 'gatehouse:c/prod'],
    ['script', 'javascript:alert(1)//gatehouse://c/prod'],
    ['another place', 'gatehouse://x/prod'],
    ['no context', 'gatehouse://c'],
    ['an empty segment', 'gatehouse://c/prod//pods'],
    ['a fragment', 'gatehouse://c/prod#/c/other'],
    ['a user', 'gatehouse://me@c/prod'],
    ['a port', 'gatehouse://c:80/prod'],
    ['broken escapes', 'gatehouse://c/%E0%A4%A'],
    ['half an escape', 'gatehouse://c/prod%2'],
    ['a line break', 'gatehouse://c/prod%0Apods'],
    ['a raw line break', 'gatehouse://c/prod\npods'],
    ['a null', 'gatehouse://c/prod%00'],
    ['spaces', 'gatehouse://c/prod --inspect'],
    ['quotes', 'gatehouse://c/"prod"'],
    ['markup', 'gatehouse://c/<b>'],
    ['backslashes', 'gatehouse://c\\prod'],
    ['a query on a place that has none', 'gatehouse://settings?theme=dark'],
    ['more than any address needs', `gatehouse://c/${'x'.repeat(9000)}`],
  ])('%s', (_what, link) => expect(addressOfLink(link)).toBeNull())
})
