import { setTimeout as pause } from 'node:timers/promises';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { partsTemplate, writesTemplate } from '../support/content/content.ts';
import { withClient } from '../support/content/prepare.ts';
import { pathOf } from '../support/path-of.ts';
import type { Figure } from '../support/report.ts';
import type { OwnServer } from '../support/servers/own-server.ts';
import { percentile } from '../support/statistics.ts';
import { movesOf } from '../sync/moves.ts';
import { clientOf, exported, open, type Place, startExport } from './place.ts';

const rounds = 20;
/** How often the client asks, in milliseconds. */
const interval = 250;

/** From the call that publishes a changed item until a client that asks its channel has verified the new bytes. */
export async function measureArrivals(server: OwnServer, place: Place): Promise<Figure[]> {
  const { instanceId: devId } = place;
  const stageId = await addInstances(server, devId);
  const changes = [partsTemplate, writesTemplate].map((template_id) => ({
    template_id,
    is_update_template: true,
    items: [],
    all_items: true,
  }));
  await movesOf(server, devId).some({ changes, menu: true });
  for (const id of [devId, stageId]) {
    await open(server, id);
    await exported(server, id);
  }
  const publish = async () => {
    const body = { name: 'Published', changes: [], all: true, publish_at: null, time_zone: null, exports_after: true };
    const { id } = await server.session.call<{ id: number }>(
      'POST',
      pathOf(releases.create.path, { instanceId: devId }),
      body,
    );
    const path = pathOf(releases.publish.path, { instanceId: devId, releaseId: id });
    return () => server.session.call('POST', path, {});
  };
  const exportNow = async () => () => startExport(server, devId);
  const figures: Figure[] = [];
  for (const [what, instanceId, make] of [
    ['an export', devId, exportNow],
    ['a release', stageId, publish],
  ] as const) {
    const times = await timesOf(server, place, instanceId, make);
    const name = `from ${what} of 10,000 items to the bytes of a client, p95`;
    figures.push({ goal: 'deliveryArrival', name, unit: 's', product: percentile(times, 0.95) / 1000 });
  }
  return figures;
}

/** Ascending, in milliseconds. `make` prepares the call that publishes. */
async function timesOf(
  server: OwnServer,
  { filled, rename }: Place,
  instanceId: number,
  make: () => Promise<() => Promise<unknown>>,
): Promise<number[]> {
  const [{ templateId, firstId } = { templateId: '', firstId: 0 }] = filled;
  const client = await clientOf(server, instanceId);
  await client.update();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const name = await rename(templateId, firstId + round);
    const publish = await make();
    // So that the call is not always as far from the next question of the client.
    await pause((interval * round) / rounds);
    let asking = true;
    const arrived = (async () => {
      while (asking) {
        const build = await client.update();
        if (build.problem) throw build.problem;
        if (new TextDecoder().decode(await build.read(`${templateId}.json`)).includes(`"${name}"`)) return;
        await pause(interval);
      }
    })();
    const since = performance.now();
    try {
      await publish();
      await arrived;
    } finally {
      asking = false;
    }
    times.push(performance.now() - since);
  }
  return times.toSorted((a, b) => a - b);
}

/** Adds the other instances of the project; returns the next one. */
const addInstances = ({ databaseUrl }: OwnServer, devId: number): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into instances (project_id, env) select i.project_id, e.env from instances i, unnest(array['Stage', 'Prod']) e (env) where i.id = $1 returning id`,
      [devId],
    );
    return rows[0]?.id ?? 0;
  });
