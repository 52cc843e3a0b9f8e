import { setTimeout as pause } from 'node:timers/promises';
import { channels, type SigningKey, signingKeys } from '@quartermaster/contract/endpoints/builds.ts';
import { items as calls } from '@quartermaster/contract/endpoints/items.ts';
import { type Report, reports } from '@quartermaster/contract/endpoints/reports.ts';
import { createQuartermasterClient } from '../../clients/quartermaster-client.ts';
import { change } from '../load/jobs.ts';
import { type Content, type Filled, fillWorkspace, makeWorkspace } from '../support/content/prepare.ts';
import { pathOf } from '../support/path-of.ts';
import type { OwnServer } from '../support/servers/own-server.ts';

/** An instance whose builds anyone reads. */
export interface Place {
  instanceId: number;
  /** Its templates with items of the usual fields. */
  filled: Filled[];
  /** Changes the name of an item, and returns the new one. */
  rename: (templateId: string, itemId: number) => Promise<string>;
}

/** Fills an instance: 10,000 items in the template of saves, and lists of these numbers. */
export async function prepare(server: OwnServer, counts: readonly number[]): Promise<Place> {
  const instanceId = await makeWorkspace(server.databaseUrl);
  const content: Content = await fillWorkspace(server.databaseUrl, instanceId, server.session, counts);
  const versions = new Map<number, number>();
  let renamed = 0;
  const rename = async (templateId: string, id: number) => {
    renamed += 1;
    const name = `Renamed for the ${renamed}th time`;
    const saved = await server.session.call<{ version: number }>('POST', pathOf(calls.save.path, { instanceId }), {
      id,
      version: versions.get(id) ?? 1,
      template_id: templateId,
      internal_label: name,
      fields: [change('name', 'text', name)],
    });
    versions.set(id, saved.version);
    return name;
  };
  return { instanceId, filled: [content.writes, ...content.lists], rename };
}

/** Lets anyone read the builds of an instance. */
export const open = ({ session }: OwnServer, instanceId: number): Promise<unknown> =>
  session.call('POST', pathOf(channels.setReading.path, { instanceId }), { is_public: true });

/** Starts an export. */
export async function startExport({ session }: OwnServer, instanceId: number): Promise<number> {
  const { id } = await session.call<{ id: number }>('POST', pathOf(reports.start.path, { instanceId }));
  return id;
}

/** Exports, until the build is there. */
export async function exported(server: OwnServer, instanceId: number): Promise<number> {
  const reportId = await startExport(server, instanceId);
  for (;;) {
    const path = pathOf(reports.get.path, { instanceId, reportId });
    const { report } = await server.session.call<{ report: Report }>('GET', path);
    if (report.state === 'completed') return reportId;
    if (report.state === 'failed') throw new Error(report.error ?? 'The export failed.');
    await pause(20);
  }
}

/** A game’s client of `live`, with its files in memory. */
export async function clientOf({ session, product }: OwnServer, instanceId: number) {
  const { keys } = await session.call<{ keys: SigningKey[] }>('GET', pathOf(signingKeys.list.path, { instanceId }));
  const stored = new Map<string, Uint8Array>();
  return createQuartermasterClient({
    server: `http://127.0.0.1:${product.port}`,
    instance: instanceId,
    channel: 'live',
    keys: keys.map(({ public_key }) => public_key),
    storage: {
      get: async (key) => stored.get(key),
      put: async (key, bytes) => void stored.set(key, bytes),
      delete: async (key) => void stored.delete(key),
      keys: async () => [...stored.keys()],
    },
  });
}
