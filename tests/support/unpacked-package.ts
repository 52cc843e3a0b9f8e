import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/processes.mjs';

/**
 * Packs the build in dist/, and unpacks it as npm would install it: into `node_modules` of the returned folder, which the caller
 * removes.
 */
export function unpackPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-packed-'));
  execFileSync(process.execPath, [join(root, 'scripts/building/pack.mjs'), folder], { cwd: root, stdio: 'pipe' });
  const [archive = ''] = readdirSync(folder);
  const installed = join(folder, 'node_modules/@quartermaster/console');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', installed, '--strip-components=1']);
  return { folder, installed };
}
