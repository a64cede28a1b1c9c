import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { folderForEachTest } from './underTest.ts'

const corpus = path.join(
  process.env.GATEHOUSE_SHARED ?? path.join(import.meta.dirname, '../../../../shared'),
  'corpus',
)
if (!existsSync(corpus))
  console.log(`skipped: the corpus is not at ${corpus}; GATEHOUSE_SHARED names another folder`)

const folder = folderForEachTest()

/** What is wrong with files of the corpus on purpose, by what each says of itself. */
const justified: Readonly<Record<string, readonly RegExp[]>> = {
  'kubernetes-enhancements/kep3962-sidecar-policy.yaml.invalid': [/:23 This is not valid YAML/],
  'kubernetes-website/broken-failure-policy-ignore-ellipsis.yaml': [
    /ValidatingAdmissionPolicy has no name/,
    /no apiVersion or no kind/,
  ],
  'kubernetes-website/vwc-match-conditions-authorizer.yaml': [/ValidatingWebhookConfiguration has no name/],
}

const files = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter(name => /\.yaml/.test(name))
  : []

it.skipIf(files.length === 0)(
  'every file of the corpus opens, and only what is wrong on purpose is told',
  async () => {
    for (const name of files) {
      const { objects, problems } = await folder.read([path.join(corpus, name)])
      const expected = justified[name] ?? []
      expect(problems, name).toEqual(expected.map(words => expect.stringMatching(words)))
      if (expected.length === 0) expect(objects, name).toBeGreaterThan(0)
    }
  },
)
