// @ts-check
/** The layer of the system: Node and the libraries of Debian that it needs, without shell or package manager. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pinnedNode } from '../../processes.mjs';
import { Sentence } from '../../terminal.mjs';
import { user } from './archive.mjs';

/**
 * @typedef {object} DebianPackage
 * @property {string} name
 * @property {string} version
 * @property {string} status its paragraph in the list of installed packages
 */

/**
 * @param {string} layer the folder of the layer
 * @param {string[]} programs the paths of native code that runs in it besides Node
 * @returns {DebianPackage[]} the packages whose files it has
 */
export function layOutSystem(layer, programs) {
  if (!existsSync('/etc/debian_version'))
    throw new Sentence('The image is built from libraries of Debian: build it there.');
  mkdirSync(join(layer, 'usr/bin'), { recursive: true });
  cpSync(realpathSync(pinnedNode), join(layer, 'usr/bin/node'));
  for (const folder of ['lib', 'lib64']) {
    mkdirSync(join(layer, 'usr', folder), { recursive: true });
    symlinkSync(`usr/${folder}`, join(layer, folder));
  }
  const libraries = [...new Set([pinnedNode, ...programs].flatMap(librariesOf))];
  for (const path of libraries) {
    // Every path begins with /lib or /lib64, which are links to folders of /usr.
    const to = join(layer, 'usr', path.replace(/^\/usr/, ''));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(realpathSync(path), to);
  }
  writeAccounts(join(layer, 'etc'));
  const packages = [...new Set([...libraries.map(packageOf), 'base-files'])].toSorted().map(readPackage);
  for (const { name, status } of packages) {
    const copyright = join('usr/share/doc', name, 'copyright');
    cpSync(realpathSync(join('/', copyright)), join(layer, copyright));
    // Where scanners look for the packages of an image without a package manager.
    const list = join(layer, 'var/lib/dpkg/status.d');
    mkdirSync(list, { recursive: true });
    writeFileSync(join(list, name), status);
  }
  return packages;
}

/** @param {string} etc */
function writeAccounts(etc) {
  mkdirSync(etc, { recursive: true });
  cpSync(realpathSync('/etc/os-release'), join(etc, 'os-release'));
  writeFileSync(join(etc, 'passwd'), `root:x:0:0:root:/:/\nquartermaster:x:${user}:${user}::/data:/\n`);
  writeFileSync(join(etc, 'group'), `root:x:0:\nquartermaster:x:${user}:\n`);
  writeFileSync(join(etc, 'nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n');
}

/** @param {string} program */
function librariesOf(program) {
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n');
  const missing = lines.find((line) => line.includes('not found'));
  if (missing) throw new Sentence(`${basename(program)} needs a library that is not installed: ${missing.trim()}.`);
  return lines.flatMap((line) => /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1] ?? []);
}

/** @param {string} path of a library */
function packageOf(path) {
  for (const known of [path, path.replace(/^\/usr/, ''), join('/usr', path), realpathSync(path)]) {
    try {
      const output = execFileSync('dpkg', ['--search', known], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [name] = output.split(':');
      if (name) return name;
    } catch {
      // A merged /usr has two paths for a file, of which the package lists one.
    }
  }
  throw new Sentence(`${path} belongs to no package of Debian.`);
}

/**
 * @param {string} name
 * @returns {DebianPackage}
 */
function readPackage(name) {
  const status = execFileSync('dpkg', ['--status', name], { encoding: 'utf8' });
  return { name, status, version: /^Version: (.*)$/m.exec(status)?.[1] ?? '' };
}
