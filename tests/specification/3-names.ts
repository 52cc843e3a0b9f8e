// biome-ignore-all format: a row keeps to two lines, so that naming a test changes the second one only
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '3.names.product', where: '/', says: 'the product is called Quartermaster',
    shownBy: ['tests/features/shell.test.tsx > the logo leads home'] },
  { id: '3.names.console-package', where: 'package.json', says: "the console's package is quartermaster",
    shownBy: ['tests/scripts/names.test.ts > the packages are named as the documents say'] },
  { id: '3.names.console-single-spa', where: '/plugin/quartermaster.js', says: 'the console is a single-spa application',
    shownBy: ['e2e/main-job.spec.ts > in the portal > every template lists what the package has', 'tests/lifecycles/real-console.test.ts > the console is mounted, updated, unmounted and mounted again against the server'] },
  { id: '3.names.server-package', where: 'server/package.json', says: "the server's package is @quartermaster/server",
    shownBy: ['tests/scripts/names.test.ts > the packages are named as the documents say'] },
  { id: '3.names.contract-package', where: 'contract/package.json', says: "the contract's package is @quartermaster/contract",
    shownBy: ['tests/scripts/names.test.ts > the packages are named as the documents say'] },
  { id: '3.names.one-contract', where: 'contract', says: "console and server both use the contract's endpoints",
    shownBy: ['tests/scripts/names.test.ts > neither the console nor a module of the server writes out an address of the API', 'tests/server/wire.test.ts > every call > lies under /v1 and nowhere else'] },
  { id: '3.names.server-answers-all', where: 'API', says: 'every endpoint of the contract is served',
    shownBy: ['tests/server/contract-answers.test.ts > every endpoint answers in the shape that the contract has of it'] },
];
