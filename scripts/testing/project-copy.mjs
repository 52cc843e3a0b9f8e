// @ts-check
/** A copy of the project in a temporary folder, for testing with deliberate faults. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../processes.mjs';
import { Sentence } from '../terminal.mjs';

/**
 * Copies tracked and untracked files from the working tree, except ignored ones. Dependencies are shared with this
 * checkout, except the project's own packages.
 */
export function copyProject() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quartermaster-broken-')));
  for (const path of ownFiles()) cpSync(join(root, path), join(folder, path), { verbatimSymlinks: true });
  const packages = join(root, 'node_modules');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(packages)) {
    const place = join(folder, 'node_modules', name);
    if (name === '@quartermaster') cpSync(join(packages, name), place, { recursive: true, verbatimSymlinks: true });
    else if (name !== '.cache' && name !== '.vite') symlinkSync(join(packages, name), place);
  }
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function ownFiles() {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  } catch {
    throw new Sentence('Breaks are applied to a copy of the git checkout: this needs git, and a checkout.');
  }
}
