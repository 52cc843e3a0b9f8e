import { appendFileSync } from 'node:fs';
import { openDatabase } from '../../server/core/database/open-database.ts';
import type { Job } from '../../server/core/jobs/define-job.ts';
import { createJobs } from '../../server/core/jobs/jobs.ts';

/*
 * A server with a single kind of job, which kills the process: `node deadly-job.ts FOLDER NOTES [hand-in]`. Events are
 * appended to the file NOTES, one per line.
 */
const [folder = '', notes = '', order] = process.argv.slice(2);
const note = (line: string) => appendFileSync(notes, `${line}\n`);
const migrations = new URL('../../server/migrations', import.meta.url).pathname;
const database = await openDatabase({ url: process.env.DATABASE_URL, folder, migrations });
const log = { error: () => {}, warn: () => {}, info: () => {} };
const jobs = createJobs({
  database,
  log: log as never,
  pollingIntervalSeconds: 0.5,
  retryDelaySeconds: 0,
  monitorSeconds: 1,
});
const deadly: Job<{ id: number }, object> = {
  name: 'deadly',
  run: async (_deps, { id }) => {
    note(`try of ${id}`);
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  },
  onGivenUp: async (_deps, { id }) => {
    note(`given up ${id}`);
    process.exit(0);
  },
};
jobs.register(deadly, {});
if (order === 'hand-in') await jobs.send(deadly, { id: 7 });
else await jobs.start();
// An embedded database does not keep the process alive.
setInterval(() => {}, 60_000);
