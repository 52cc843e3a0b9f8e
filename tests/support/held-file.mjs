// @ts-check
/**
 * Loaded before a server: its disk does not finish the file whose name begins with `HELD_FILE` before there is the file
 * `RELEASED_BY`. So it is the test that says how far an export comes, and not how busy the machine is.
 */
import { existsSync, promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const { HELD_FILE: held, RELEASED_BY: released } = process.env;
// The name of every file begins with nothing: all would be held.
if (!held || !released) throw new Error('HELD_FILE and RELEASED_BY have to say which file is held, and for how long.');
const { rename } = promises;

promises.rename = async (from, to) => {
  while (basename(String(to)).startsWith(held) && !existsSync(released)) await pause(10);
  return rename(from, to);
};
syncBuiltinESMExports();
