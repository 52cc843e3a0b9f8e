import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from './load/jobs.ts';
import type { Bench } from './support/bench.ts';
import type { Side } from './support/load.ts';
import type { Figure } from './support/report.ts';
import { type Child, residentMegabytes } from './support/servers/children.ts';
import { startFloor } from './support/servers/floor.ts';
import { Session, startProduct } from './support/servers/product.ts';

const idleAfter = 5_000;

/**
 * Resident memory of a fresh process: some seconds after its start, and the peak during the work of the other
 * benchmarks.
 */
export async function memory(bench: Bench): Promise<Figure[]> {
  const { databaseUrl, folder } = bench;
  const ours = await startProduct({ dataDir: folder, databaseUrl });
  const session = new Session(ours.port);
  const product = await occupy(bench, ours, () => session.headers());
  const floor = await occupy(bench, await startFloor(databaseUrl), async () => ({}));
  return [
    { goal: 'memoryIdle', name: 'resident memory, idle', unit: 'MB', product: product.idle, floor: floor.idle },
    { goal: 'memoryLoaded', name: 'resident memory, loaded', unit: 'MB', product: product.loaded, floor: floor.loaded },
  ];
}

async function occupy(
  { content, load }: Bench,
  child: Child,
  headers: Side['headers'],
): Promise<{ idle: number; loaded: number }> {
  const side = { port: child.port, headers };
  await sleep(idleAfter);
  const idle = residentMegabytes(child.pid);
  let loaded = idle;
  const watch = setInterval(() => {
    loaded = Math.max(loaded, residentMegabytes(child.pid));
  }, 50);
  const { instanceId, lists, writes } = content;
  const templateId = lists[0]?.templateId ?? writes.templateId;
  const jobs: { job: Job; limits: { connections: number; seconds: number } }[] = [
    { job: { kind: 'page', instanceId, templateId }, limits: { connections: 16, seconds: 4 } },
    {
      job: { kind: 'saveMany', instanceId, templateId: writes.templateId, items: 500 },
      limits: { connections: 1, seconds: 3 },
    },
    { job: { kind: 'readAll', instanceId, templateId }, limits: { connections: 2, seconds: 4 } },
    { job: { kind: 'page', instanceId, templateId }, limits: { connections: 16, seconds: 2 } },
  ];
  for (const { job, limits } of jobs) await load.round(side, job, limits);
  clearInterval(watch);
  await child.stop();
  return { idle, loaded };
}
