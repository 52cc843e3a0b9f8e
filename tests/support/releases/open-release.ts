import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openDatabase } from '../../../server/core/database/open-database.ts';
import { createMigrated, fillFolder, migrations } from '../server-database.ts';

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
  const url = server && (await createMigrated(server));
  // Creating an embedded database takes seconds, emptying one does not.
  if (!url) await fillFolder(place);
  const made = { url, folder: join(place, 'db'), remove: () => rm(place, { recursive: true, force: true }) };
  const database = await openDatabase({ ...made, migrations });
  const dump = gunzipSync(readFileSync(join(import.meta.dirname, `${name}.sql.gz`))).toString();
  await database.script(`drop schema public cascade; create schema public; ${dump}`);
  await database.close();
  return made;
}
