// @ts-check
/** The bill of materials of an image: that of the product, with Node and the packages of Debian. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedVersion, root } from '../../processes.mjs';

/**
 * @param {string} file
 * @param {import('./system.mjs').DebianPackage[]} packages
 */
export function listContents(file, packages) {
  const bill = JSON.parse(readFileSync(join(root, 'dist/bill-of-materials/quartermaster.cdx.json'), 'utf8'));
  const node = { type: 'application', name: 'node', version: pinnedVersion() };
  const libraries = packages.map(({ name, version }) => ({
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}`,
  }));
  bill.metadata.component.type = 'container';
  bill.components.push(
    { ...node, 'bom-ref': `node@${node.version}`, purl: `pkg:generic/node@${node.version}` },
    ...libraries,
  );
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
}
