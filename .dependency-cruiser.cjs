/** The rules for the dependency direction, explained in ARCHITECTURE.md and run by scripts/testing/direction.mjs. */
const only = (name, from, ...allowed) => ({
  name,
  severity: 'error',
  from: typeof from === 'string' ? { path: from } : from,
  to: {
    path: '^(src|server|contract|clients|tests|e2e|bench|attack|dev-host|command|content-files|verify-embed|package)/',
    pathNot: [...allowed, '/node_modules/'],
  },
});

/**
 * The layers of folders, lowest first. A subfolder may import from itself and from the lines above its own, but not from
 * others on its line. Files directly in the folder may import from all subfolders, and none of these from them.
 */
const layers = {
  'src/shared': [
    ['storage'],
    ['http', 'stored-answers'],
    ['session', 'challenge'],
    ['services'],
    ['data'],
    ['ui'],
    ['access', 'billing', 'drafts', 'form', 'table'],
    ['comments', 'images', 'sheets'],
    ['links', 'tree', 'workspaces'],
    ['extensions'],
    ['field-types'],
    ['charts', 'item-form', 'template-changes'],
    ['item-diff', 'presence'],
    ['checked-rows'],
    ['change-set'],
  ],
  'src/app': [['context', 'theme'], ['connection', 'live', 'reporting', 'toast'], ['layout']],
  'server/core': [
    ['base', 'tables'],
    ['database', 'environment'],
    ['egress', 'events', 'files', 'jobs', 'payments'],
    ['http', 'identity'],
    ['mail', 'session'],
    ['app'],
  ],
  'server/content': [
    ['model'],
    ['checks'],
    ['documents'],
    ['lists'],
    ['menu'],
    ['schema'],
    ['history'],
    ['change-sets'],
  ],
};

const layerRules = Object.entries(layers).flatMap(([folder, lines]) =>
  lines.flatMap((line, index) =>
    line.map((layer) => ({
      name: `layers-of-${folder}/${layer}`,
      severity: 'error',
      from: { path: `^${folder}/${layer}/` },
      to: {
        path: `^${folder}/`,
        pathNot: [layer, ...lines.slice(0, index).flat()].map((below) => `^${folder}/${below}/`),
      },
    })),
  ),
);

/** Service files of the server, which may import the repositories and services of other modules. */
const services = '^server/modules/([^/]+)/.*service[^/]*$';

module.exports = {
  layers,
  forbidden: [
    ...layerRules,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(?:/@|virtual:)|\\?inline$' },
    },
    only('contract-stands-alone', '^contract/', '^contract/'),
    only('shared-knows-no-feature', '^src/shared/', '^src/shared/', '^contract/'),
    only('features-are-islands', '^src/features/([^/]+)/', '^src/features/$1/', '^src/shared/', '^contract/'),
    only('app-composes-features', '^src/app/', '^src/(app|features|shared)/', '^contract/'),
    only('entries-mount-the-app', '^src/(lifecycles|standalone)/', '^src/(lifecycles|standalone|app|chunks)/'),
    only('chunks-know-no-console', '^src/chunks/', '^src/chunks/'),
    only('core-knows-no-content', '^server/core/', '^server/core/', '^contract/'),
    only('content-knows-no-module', '^server/content/', '^server/content/', '^server/core/', '^contract/'),
    only(
      'modules-are-islands',
      { path: '^server/modules/([^/]+)/', pathNot: services },
      '^server/modules/$1/',
      '^server/content/',
      '^server/core/',
      '^contract/',
    ),
    only(
      'services-may-read-neighbours',
      services,
      '^server/modules/$1/',
      '^server/modules/.*(repository|service)[^/]*$',
      '^server/content/',
      '^server/core/',
      '^contract/',
    ),
    only(
      'demo-goes-through-services',
      '^server/demo/',
      '^server/demo/',
      '^server/modules/.*service[^/]*$',
      '^server/content/',
      '^server/core/',
      '^contract/',
    ),
    only(
      'backups-know-no-module',
      '^server/backup/',
      '^server/backup/',
      '^server/core/',
      '^contract/',
      '^server/package\\.json$',
    ),
    {
      name: 'only-the-composition-sees-all',
      comment: 'server/main.ts and server/build-server.ts assemble the parts; nothing in the server imports them',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/[^/]+\\.ts$' },
      to: { path: '^server/[^/]+\\.ts$' },
    },
    only('clients-stand-alone', '^clients/', '^$'),
    only('dev-host-is-another-site', '^dev-host/', '^dev-host/'),
    only('the-command-is-composed-of-its-parts', '^command/', '^command/', '^content-files/', '^verify-embed/'),
    only('content-files-see-only-the-contract', '^content-files/', '^content-files/', '^contract/'),
    only(
      'verify-embed-sees-only-the-browser',
      '^verify-embed/',
      '^verify-embed/',
      '^contract/extensions/',
      '^contract/shapes/extensions\\.ts$',
      '^contract/utf8-text\\.ts$',
    ),
    only(
      'the-test-kit-sees-only-the-contract',
      '^package/',
      '^package/',
      '^contract/',
      '^src/app/context/host-api\\.ts$',
    ),
    // Shared by all tests: random conditions, the demo's content, taking turns between two servers, mails, the unpacked package.
    only(
      'e2e-sees-only-the-browser',
      '^e2e/',
      '^e2e/',
      '^contract/',
      '^verify-embed/',
      '^tests/support/(conditions/random-conditions|dota|one-time-code|round-robin|smtp-mailbox|unpacked-package)\\.ts$',
    ),
    {
      name: 'nothing-ships-with-tests',
      severity: 'error',
      from: { path: '^(contract|clients|src|server|dev-host|package)/' },
      to: { path: '^(tests|e2e|bench|attack|scripts|command|content-files|verify-embed)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true, // a type-only import is a dependency too
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // A host's import map says what its script imports.
    exclude: { path: '^(?:dist|e2e/embedding/contract-1)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
