/**
 * The floor of builds: the files of an instance as exports wrote them before, by the same statements and code, with the specified
 * manifest; without a record of its steps, shared files, deltas, signatures and channels.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { RunUnit } from '../../server/core/app/unit.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { withLongTimeout } from '../../server/core/database/timeouts.ts';
import { compressFile } from '../../server/core/files/compressed-file.ts';
import { createFilesInFolder } from '../../server/core/files/files-in-folder.ts';
import { writeFile } from '../../server/modules/reports/write-file.ts';

const place: { databaseUrl: string; folder: string; instanceId: number } = JSON.parse(process.argv[2] ?? '');
const { databaseUrl, folder, instanceId } = place;

const unused = () => {
  throw new Error('The floor has no jobs.');
};
const database = await openDatabase({ url: databaseUrl, folder: '', migrations: join('server', 'migrations') });
const files = createFilesInFolder({
  folder: join(folder, 'former'),
  publicUrl: '',
  sign: unused,
  now: () => new Date(),
});
const unit: RunUnit = (work) =>
  database.transaction((query) => work({ query, send: unused, post: unused, emit: unused }));

async function run(): Promise<void> {
  const report = `exports/${randomUUID()}`;
  const { signal } = new AbortController();
  const templates = await database.query<{ id: string }>(
    'select id from templates where instance_id = $1 order by id',
    [instanceId],
  );
  const listed = [];
  for (const { id } of templates) {
    const file = `${report}/${id}.json`;
    const written = await writeFile(
      { database, unit, files },
      instanceId,
      { template_id: id, language: null },
      { key: file, isForced: true, signal },
    );
    if (written === undefined || written === 'changing') continue;
    await compressFile(files, file);
    listed.push({ file: `${id}.json`, sha256: written.sha256, bytes: written.bytes });
  }
  const manifest = `${report}/manifest.json`;
  const text = JSON.stringify({ instance_id: instanceId, created_at: new Date(), files: listed, images: [] });
  await files.put(manifest, Buffer.from(text));
  await compressFile(files, manifest);
  await files.deleteFolder(report);
}

const answer = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => process.send?.({}),
    (error: Error) => process.send?.({ problem: error.message }),
  );
process.on('message', () => void answer(withLongTimeout(run)));
await answer(Promise.resolve());
