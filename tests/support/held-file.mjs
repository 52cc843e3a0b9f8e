// @ts-check
/**
 * Loaded before a server: its disk delays the file whose name begins with `HELD_FILE` until the file
 * `RELEASED_BY` exists. So the test controls the progress of an export, independently of the machine’s load.
 */
import { existsSync, promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const { HELD_FILE: held, RELEASED_BY: released } = process.env;
// Every name begins with the empty string: all files would be delayed.
if (!held || !released) throw new Error('HELD_FILE and RELEASED_BY have to say which file is held, and for how long.');
const { rename } = promises;

promises.rename = async (from, to) => {
  while (basename(String(to)).startsWith(held) && !existsSync(released)) await pause(10);
  return rename(from, to);
};
syncBuiltinESMExports();
