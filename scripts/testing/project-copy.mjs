// @ts-check
/** A copy of the project in a temporary folder, for testing with deliberate faults. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
    /** Applies breaks, all with one call of git, or none. */
    apply: (/** @type {import('../../tests/specification/breaks.ts').Break[]} */ ...breaks) => apply(folder, breaks),
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

/**
 * @param {string} folder
 * @param {import('../../tests/specification/breaks.ts').Break[]} breaks
 */
function apply(folder, breaks) {
  const kept = breaks
    .flatMap(({ changes }) => changes)
    .map((path) => join(folder, path))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, text: readFileSync(path) }));
  const takeBack = () => {
    for (const { path, text } of kept) writeFileSync(path, text);
  };
  const files = breaks.map(({ file }) => file);
  const { status, stderr } = spawnSync('git', ['apply', '--whitespace=nowarn', ...files], {
    cwd: folder,
    encoding: 'utf8',
    // The folder may be inside another repository, to which the patch must not be applied.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) },
  });
  if (status === 0) return { takeBack };
  // Those before the one that does not apply.
  takeBack();
  return { problem: stderr.trim().split('\n')[0] ?? 'git gave no reason' };
}
