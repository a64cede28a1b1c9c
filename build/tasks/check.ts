// Types, lint, formatting, import direction, dead code and sizes; all at once, in seconds.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../root.ts'
import { type Finished, run, runPackage } from '../run-tool.ts'

const longestFile = 500

const quiet = { quiet: true }
const checks: Readonly<Record<string, () => Promise<Finished>>> = {
  ...Object.fromEntries(
    ['shared', 'main', 'preload', 'renderer', 'test', 'build'].map(project => [
      `types of ${project}`,
      () => runPackage('tsc', ['-p', project, '--pretty', 'false'], quiet),
    ]),
  ),
  'lint and formatting': () => runPackage('biome', ['ci', '--colors=off', '--max-diagnostics=50'], quiet),
  'import direction': () =>
    runPackage(
      'depcruise',
      ['--config', 'build/dependency-rules.mjs', 'main', 'renderer', 'preload', 'shared', 'build'],
      quiet,
    ),
  'dead code': () => runPackage('knip', ['--no-progress'], quiet),
  sizes,
}

async function sizes(): Promise<Finished> {
  const start = Date.now()
  const listed = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], quiet)
  const lines: string[] = []
  for (const name of listed.output.split('\n').filter(isCode)) {
    const length = (await readFile(join(root, name), 'utf8').catch(() => '')).split('\n').length
    if (length > longestFile) lines.push(`${name} has ${length} lines; ${longestFile} are the most`)
  }
  return { code: lines.length === 0 ? 0 : 1, output: lines.join('\n'), seconds: (Date.now() - start) / 1000 }
}

function isCode(name: string): boolean {
  return /\.(ts|tsx|mjs|css|go)$/.test(name)
}

const results = await Promise.all(
  Object.entries(checks).map(async ([name, check]) => ({ name, finished: await check() })),
)
for (const { name, finished } of results) {
  console.log(`${finished.code === 0 ? 'ok    ' : 'FAILED'} ${name} (${finished.seconds.toFixed(1)} s)`)
  if (finished.code !== 0) console.log(finished.output.trim().slice(0, 12_000))
}
process.exit(results.every(({ finished }) => finished.code === 0) ? 0 : 1)
