import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openDatabase } from '../../../server/core/database/open-database.ts';
import { fillFolder, migrations, onServer, testDatabasePrefix } from '../server-database.ts';

/** A database of an earlier release. */
export interface MadeDatabase {
  url: string | undefined;
  folder: string;
  remove: () => Promise<void>;
}

/** The database that `make.ts` wrote with a release, unchanged. */
export async function placeRelease(name: string): Promise<MadeDatabase> {
  const place = mkdtempSync(join(tmpdir(), 'quartermaster-release-'));
  const server = process.env.DATABASE_URL;
  const url = server && (await createEmpty(server));
  // Creating an embedded database takes seconds, emptying one does not.
  if (!url) await fillFolder(place);
  const made = { url, folder: join(place, 'db'), remove: () => rm(place, { recursive: true, force: true }) };
  const database = await openDatabase({ ...made, migrations });
  const dump = gunzipSync(readFileSync(join(import.meta.dirname, `${name}.sql.gz`))).toString();
  await database.script(`drop schema public cascade; create schema public; ${dump}`);
  await database.close();
  return made;
}

/** Dropped at the end of the run. */
async function createEmpty(server: string): Promise<string> {
  const name = `${testDatabasePrefix()}${randomBytes(4).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  return Object.assign(new URL(server), { pathname: name }).href;
}
