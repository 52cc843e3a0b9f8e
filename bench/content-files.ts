import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { items as calls } from '@quartermaster/contract/endpoints/items.ts';
import { type NewProjectToken, projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { runContentCommand } from '../content-files/command.ts';
import type { ContentCommand } from '../content-files/usage.ts';
import { change } from './load/jobs.ts';
import type { Bench } from './support/bench.ts';
import { fillWorkspace, makeWorkspace, withClient } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import { pathOf } from './support/path-of.ts';
import type { Figure } from './support/report.ts';
import { type OwnServer, withOwnServer } from './support/servers/own-server.ts';
import { findPrograms } from './support/servers/postgres.ts';
import { median } from './support/statistics.ts';
import { timed } from './support/timed.ts';

const many = Number(process.env.FILES_ITEMS ?? 46_000);
const edited = 1000;
const rounds = 5;

interface Place {
  instanceId: number;
  templateId: string;
}

/** A pull of 46,000 items against `pg_dump` of their rows, and a push of 1,000 edited ones against a batch save. */
export const contentFiles = (bench: Bench): Promise<Figure[]> =>
  withOwnServer(bench, 'files', async (server) => {
    const folder = await mkdtemp(join(tmpdir(), 'quartermaster-bench-content-'));
    try {
      const instanceId = await makeWorkspace(server.databaseUrl);
      const { lists } = await fillWorkspace(server.databaseUrl, instanceId, server.session, [many]);
      const templateId = lists[0]?.templateId ?? '';
      const run = await commandIn(folder, server, { instanceId, templateId });
      const dumped = await timed(() => dump(server, join(folder, 'dump')));
      const pulled = await timed(() => run('pull'));
      const place = { instanceId, templateId };
      const [pushes = [], saves = []] = await alternate(rounds, [
        async () => {
          editFiles(folder, place);
          return timed(() => run('push', templateId));
        },
        async () => {
          const items = await newest(server, place);
          return timed(() => saveBatch(server, place, items));
        },
      ]);
      const some = edited.toLocaleString('en-US');
      return [
        {
          goal: 'filesPulled',
          name: `pull of ${many.toLocaleString('en-US')} items, against pg_dump, at least 5 s`,
          unit: 's',
          product: pulled / 1000,
          floor: Math.max(5, dumped / 1000),
        },
        {
          goal: 'filesPushed',
          name: `push of ${some} edited items, against a batch save`,
          unit: 'ms',
          product: median(pushes),
          floor: median(saves),
        },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

/** Runs the command with a token in a folder; throws if it does not exit with 0. */
async function commandIn(folder: string, { session, product }: OwnServer, { instanceId }: Place) {
  const body: NewProjectToken = {
    name: 'Benchmark',
    scopes: ['read', 'write:dev'],
    environments: ['Dev'],
    expires_at: null,
  };
  const path = pathOf(projectTokens.create.path, { instanceId });
  const { secret } = await session.call<{ secret: string }>('POST', path, body);
  const place = ['--folder', folder, '--server', `http://127.0.0.1:${product.port}`, '--instance', String(instanceId)];
  return async (command: ContentCommand, ...args: string[]) => {
    const lines: string[] = [];
    const say = (line: string) => lines.push(line);
    const status = await runContentCommand(command, [...place, ...args], {
      say,
      env: { QUARTERMASTER_TOKEN: secret },
    });
    if (status !== 0) throw new Error(lines.join('\n'));
  };
}

const dump = ({ databaseUrl }: OwnServer, file: string) =>
  promisify(execFile)(join(findPrograms() ?? '', 'pg_dump'), ['--data-only', '-t', 'items', '-f', file, databaseUrl]);

let round = 0;

/** Edits a text in the first 1,000 files. */
function editFiles(folder: string, { templateId }: Place): void {
  round += 1;
  const place = join(folder, 'items', templateId);
  for (const name of readdirSync(place).toSorted().slice(0, edited)) {
    const record = JSON.parse(readFileSync(join(place, name), 'utf8'));
    writeFileSync(join(place, name), JSON.stringify({ ...record, description: `Edited in round ${round}` }));
  }
}

interface Versioned {
  id: number;
  version: number;
  label: string;
}

/** The last 1,000 items, which no push edits. */
async function newest({ databaseUrl }: OwnServer, { templateId }: Place): Promise<Versioned[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<Versioned>(
      'select id::int, version, label from items where template_key = (select key from templates where id = $1) order by id desc limit $2',
      [templateId, edited],
    );
    return rows;
  });
}

/** Saves the same change as {@link editFiles} in one call. */
async function saveBatch({ session }: OwnServer, { instanceId, templateId }: Place, items: Versioned[]): Promise<void> {
  const body = items.map(({ id, version, label }) => ({
    id,
    version,
    template_id: templateId,
    internal_label: label,
    fields: [{ ...change('description', 'text', `Edited in round ${round}`), status: fieldStatus.updated }],
  }));
  await session.call('POST', pathOf(calls.saveMany.path, { instanceId }), { items: body });
}
