// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '3.names.product', where: '/', says: 'the product is called Quartermaster' },
  { id: '3.names.console-package', where: 'package.json', says: "the console's package is quartermaster" },
  { id: '3.names.console-single-spa', where: '/plugin/quartermaster.js', says: 'the console is a single-spa application' },
  { id: '3.names.server-package', where: 'server/package.json', says: "the server's package is @quartermaster/server" },
  { id: '3.names.contract-package', where: 'contract/package.json', says: "the contract's package is @quartermaster/contract" },
  { id: '3.names.one-contract', where: 'contract', says: "console and server both use the contract's endpoints" },
  { id: '3.names.server-answers-all', where: 'API', says: 'every endpoint of the contract is served' },
];
