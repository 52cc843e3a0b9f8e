/** The dependency direction of this repository, as law. ARCHITECTURE.md explains it; scripts/testing/direction.mjs runs it. */
const only = (name, from, ...allowed) => ({
  name,
  severity: 'error',
  from: typeof from === 'string' ? { path: from } : from,
  to: { path: '^(src|server|contract|tests|e2e|bench|attack|dev-host)/', pathNot: [...allowed, '/node_modules/'] },
});

/**
 * The floors of folders, the lowest first. A folder imports from itself and from the lines above its own; those of one line
 * do not see each other. What stands in the folder itself sees all of them, and none of them sees it.
 */
const floors = {
  'src/shared': [
    ['storage'],
    ['http'],
    ['session', 'challenge'],
    ['services'],
    ['data'],
    ['ui'],
    ['access', 'form', 'table'],
    ['links', 'tree', 'workspaces'],
    ['field-types'],
    ['item-form'],
  ],
  'src/app': [['context', 'theme'], ['connection', 'reporting', 'toast'], ['layout']],
  'server/core': [
    ['base', 'tables'],
    ['database', 'environment'],
    ['content', 'files', 'jobs'],
    ['http'],
    ['mail', 'session'],
    ['app'],
  ],
};

const floorRules = Object.entries(floors).flatMap(([folder, lines]) =>
  lines.flatMap((line, index) =>
    line.map((floor) => ({
      name: `floors-of-${folder}/${floor}`,
      severity: 'error',
      from: { path: `^${folder}/${floor}/` },
      to: {
        path: `^${folder}/`,
        pathNot: [floor, ...lines.slice(0, index).flat()].map((below) => `^${folder}/${below}/`),
      },
    })),
  ),
);

/** Parts of the server that stand beside each other and share their files freely. */
const services = '^server/modules/([^/]+)/.*service[^/]*$';

module.exports = {
  floors,
  forbidden: [
    ...floorRules,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^/@' } },
    only('contract-stands-alone', '^contract/', '^contract/'),
    only('shared-knows-no-feature', '^src/shared/', '^src/shared/', '^contract/'),
    only('features-are-islands', '^src/features/([^/]+)/', '^src/features/$1/', '^src/shared/', '^contract/'),
    only('app-composes-features', '^src/app/', '^src/(app|features|shared)/', '^contract/'),
    only('entries-mount-the-app', '^src/(lifecycles|standalone)/', '^src/(lifecycles|standalone|app)/'),
    only('core-knows-no-module', '^server/core/', '^server/core/', '^contract/'),
    only(
      'modules-are-islands',
      { path: '^server/modules/([^/]+)/', pathNot: services },
      '^server/modules/$1/',
      '^server/core/',
      '^contract/',
    ),
    only(
      'services-may-read-neighbours',
      services,
      '^server/modules/$1/',
      '^server/modules/.*(repository|service)[^/]*$',
      '^server/core/',
      '^contract/',
    ),
    only(
      'demo-goes-through-services',
      '^server/demo/',
      '^server/demo/',
      '^server/modules/.*service[^/]*$',
      '^server/core/',
      '^contract/',
    ),
    {
      name: 'only-the-composition-sees-all',
      comment: 'server/main.ts and server/build-server.ts put the parts together; nothing of the server imports them',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/[^/]+\\.ts$' },
      to: { path: '^server/[^/]+\\.ts$' },
    },
    only('dev-host-is-another-site', '^dev-host/', '^dev-host/'),
    // What the demo is made of, how two servers take turns and how mails are received is told once for all tests.
    only(
      'e2e-sees-only-the-browser',
      '^e2e/',
      '^e2e/',
      '^contract/',
      '^tests/support/(dota|round-robin|smtp-mailbox)\\.ts$',
    ),
    {
      name: 'nothing-ships-with-tests',
      severity: 'error',
      from: { path: '^(contract|src|server|dev-host)/' },
      to: { path: '^(tests|e2e|bench|attack|scripts)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true, // a type-only import is a dependency too
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
