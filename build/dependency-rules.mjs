// Who may import whom: docs/architecture.md has the picture and the reasons.
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(main|renderer|preload|shared|build|test)/', pathNot: allowed },
})
const never = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to: { path: to } })
const inMain = (folder, ...lower) =>
  only(
    `main-${folder.replace(/\W/g, '-')}`,
    `^main/${folder}/`,
    `^(shared/|main/(settings|diagnostics|${[folder, ...lower].join('|')})/)`,
    'arrows in main point down only; siblings meet in engine.ts',
  )
const inShared = (folder, ...lower) =>
  only(
    `shared-${folder}`,
    `^shared/${folder}/`,
    `^shared/(${[folder, ...lower].join('|')})/`,
    'errors, kube, flow, words ← relations, printing, diff, cel ← manifest, admission ← apply, ipc ← logs',
  )
const inRenderer = (folder, ...lower) =>
  only(
    `renderer-${folder}`,
    `^renderer/${folder}/`,
    `^(shared/|renderer/(${[folder, ...lower].join('|')})/)`,
    'index → shell → domain folders → table, yaml, diff, live → bridge; ui imports shared only',
  )

const base = ['errors', 'kube', 'flow', 'words']
const rendererBase = ['table', 'charts', 'yaml', 'diff', 'live', 'ui']

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^electron$' } },
    {
      name: 'through-index',
      comment: 'a folder is imported through its index.ts',
      severity: 'error',
      from: { path: '^(main|renderer|shared)/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(main|renderer|shared)/[^/]+/', pathNot: ['^$1/$2/', '/index\\.tsx?$'] },
    },
    ...base.map(folder => inShared(folder, ...base)),
    ...['relations', 'printing', 'diff', 'cel'].map(folder => inShared(folder, ...base)),
    inShared('admission', ...base, 'relations', 'diff', 'cel'),
    inShared('manifest', ...base, 'diff'),
    inShared('apply', ...base, 'diff', 'admission', 'manifest'),
    inShared('ipc', ...base, 'relations', 'printing', 'diff', 'cel', 'admission'),
    inShared('logs', ...base, 'ipc'),
    never(
      'shared-is-pure',
      { path: '^shared/', pathNot: '\\.test\\.ts$' },
      '^(node:|electron$|react)',
      'shared needs neither Node nor DOM',
    ),
    never(
      'preload-is-thin',
      { path: '^preload/' },
      '^(main|renderer|shared/(?!ipc/))',
      'preload imports electron and shared/ipc',
    ),
    never('no-main-in-renderer', { path: '^renderer/' }, '^(main|preload)/', 'not even types'),
    never('no-renderer-in-main', { path: '^main/' }, '^(renderer|preload)/', 'not even types'),
    {
      name: 'electron-stays-home',
      severity: 'error',
      from: { path: '^(main|renderer|shared)/', pathNot: '^main/(index\\.ts|hosts/electron/)' },
      to: { path: '^electron$|node_modules/electron/' },
    },
    inMain('kubeconfig'),
    inMain('session', 'kubeconfig'),
    inMain('api', 'session', 'kubeconfig'),
    inMain('watch', 'api', 'session', 'kubeconfig'),
    inMain('facts', 'watch', 'api', 'session', 'kubeconfig'),
    ...['tables', 'objects', 'graph', 'admission', 'overview', 'usage', 'events', 'streams'].map(folder =>
      inMain(folder, 'facts', 'watch', 'api', 'session', 'kubeconfig'),
    ),
    inMain('writes', 'facts', 'watch', 'api', 'session', 'kubeconfig'),
    ...['operations', 'explorer', 'compare'].map(folder =>
      inMain(folder, 'writes', 'facts', 'watch', 'api', 'session', 'kubeconfig'),
    ),
    only('main-snapshot', '^main/snapshot/', '^(shared|main/snapshot)/', 'reached over HTTP only'),
    only('main-leaves', '^main/(settings|diagnostics)/', '^(shared|main/(settings|diagnostics))/', 'leaves'),
    never(
      'engine-knows-no-host',
      { path: '^main/(engine\\.ts|ipc/)' },
      '^main/(hosts|cli|cli\\.ts|index\\.ts)',
      'arrows point down',
    ),
    inRenderer('ui'),
    inRenderer('jsx'),
    inRenderer('bridge'),
    inRenderer('live', 'bridge'),
    inRenderer('charts', 'live', 'bridge', 'ui'),
    inRenderer('table', 'charts', 'live', 'bridge', 'ui'),
    inRenderer('yaml', 'live', 'bridge', 'ui'),
    inRenderer('diff', 'ui'),
    ...[
      'contexts',
      'resources',
      'admission',
      'compare',
      'writes',
      'operations',
      'explorer',
      'logs',
      'terminals',
      'forwards',
      'transfers',
      'access',
      'settings',
      'overview',
      'usage',
      'diagnostics',
    ].map(folder => inRenderer(folder, ...rendererBase, 'bridge')),
    {
      name: 'one-bridge',
      comment: 'only the bridge touches the transport',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/(bridge|live|shell)/' },
      to: { path: '^renderer/bridge/', pathNot: '/index\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.node|test/cluster/bin)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
