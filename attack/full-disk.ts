import { execFile } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { Sentence } from '../scripts/terminal.mjs';
import type { Attack } from './support/attack.ts';
import { comes } from './support/client.ts';
import { oneText, storeTemplate } from './support/content.ts';

const run = promisify(execFile);
const templateId = 'stories';
const story = 'all work and no play makes a dull designer. '.repeat(20_000);

/** A disk that becomes full while designers save. */
export const fullDisk: Attack = {
  says: 'the disk of the embedded database is full, then has space again',
  on: ['embedded'],
  placeData: async (dataDir) => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      throw new Sentence('mounting a small disk needs Linux and root');
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1g', 'tmpfs', dataDir]);
    return async () => {
      await run('umount', ['-l', dataDir]);
    };
  },
  prepare: async (database, { instanceId }) => {
    await storeTemplate(database, instanceId, templateId, oneText);
  },
  run: async ({ owners: [owner], instanceId, dataDir, stop }) => {
    if (!owner) return ['There is no session.'];
    const problems: string[] = [];
    const filler = join(dataDir, 'filler');
    const { bavail, bsize } = await statfs(dataDir);
    // All of the free space except a little, in one step.
    await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 24 * 1024 * 1024)));
    const save = (label: string) =>
      owner.ask(
        items.save,
        {
          params: { instanceId },
          body: {
            template_id: templateId,
            internal_label: label,
            fields: [
              {
                id: 'story',
                template_field_id: 'story',
                template_field_type: 'text',
                template_group_id: null,
                template_group_path: null,
                value: story.slice(0, 200_000) + label,
                status: 1,
              },
            ],
          },
        },
        10_000,
      );
    const refused = await comes(async () => {
      const { status, text } = await save(String(Math.random()));
      if (status !== 200 && status !== 507) problems.push(`A save answered ${status}: ${text.slice(0, 200)}`);
      return status === 507 || problems.length > 5;
    }, 60_000);
    if (!refused) problems.push('No save was rejected for lack of space.');
    const read = await owner.ask(items.list, { params: { instanceId, templateId }, body: { limit: 1 } });
    if (read.status !== 200) problems.push(`A list answered ${read.status} while the disk was full.`);
    const ready = await fetch(`${owner.origin}/readyz`).catch(() => undefined);
    if (ready?.status === 200) problems.push('/readyz answers 200 while saves are refused.');
    await rm(filler, { force: true });
    if (!(await comes(async () => (await save('after')).status === 200, 30_000)))
      problems.push('Saves do not work again once there is space.');
    const { code, took } = await stop(0);
    if (code !== 0) problems.push(`The server exited with ${code} after ${Math.round(took)} ms.`);
    return problems;
  },
};
