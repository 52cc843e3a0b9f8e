import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../../scripts/terminal.mjs';
import { type Content, fillWorkspace, makeWorkspace, withClient } from './content/prepare.ts';
import { Load, type Side } from './load.ts';
import type { Child } from './servers/children.ts';
import { buildFloor, startFloor, startTypedFloor } from './servers/floor.ts';
import { openPostgres } from './servers/postgres.ts';
import { Session, startProduct } from './servers/product.ts';

/** The environment of a benchmark: both servers on one filled database, and a process that generates load. */
export interface Bench {
  databaseUrl: string;
  databaseVersion: string;
  /** For a server’s files; removed after the run. */
  folder: string;
  content: Content;
  session: Session;
  product: Side & Child;
  floor: Side & Child;
  /** The same items in tables with a column for each field. */
  typed: Side & Child;
  load: Load;
}

const databaseName = 'quartermaster_bench';

/** Starts everything, runs the work, and removes everything. */
export async function withBench<T>(counts: readonly number[], work: (bench: Bench) => Promise<T>): Promise<T> {
  const closing: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => close().finally(() => process.exit(130)));
  try {
    const folder = await mkdtemp(join(tmpdir(), 'quartermaster-bench-files-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const postgres = await openPostgres();
    closing.push(postgres.stop);
    const admin = postgres.url('postgres');
    const recreate = (...statements: string[]) =>
      withClient(admin, async (client) => {
        for (const statement of statements) await client.query(statement);
      });
    const drop = `drop database if exists ${databaseName} with (force)`;
    await recreate(drop, `create database ${databaseName}`);
    closing.push(() => recreate(drop));
    const databaseUrl = postgres.url(databaseName);

    say(`Starting both servers on ${postgres.version} ...`);
    const [productChild] = await Promise.all([startProduct({ dataDir: folder, databaseUrl }), buildFloor()]);
    closing.push(productChild.stop);
    const session = new Session(productChild.port);
    const content = await fillWorkspace(databaseUrl, await makeWorkspace(databaseUrl), session, counts);
    const floorChild = await startFloor(databaseUrl, true, join(folder, 'floor'));
    closing.push(floorChild.stop);
    const copied = [content.writes, ...content.lists.slice(0, 1)].map(({ templateId }) => templateId);
    const typedChild = await startTypedFloor(databaseUrl, copied);
    closing.push(typedChild.stop);
    const load = new Load();
    closing.push(() => load.stop());
    return await work({
      databaseUrl,
      databaseVersion: postgres.version,
      folder,
      content,
      session,
      product: { ...productChild, headers: () => session.headers() },
      floor: { ...floorChild, headers: async () => ({}) },
      typed: { ...typedChild, headers: async () => ({}) },
      load,
    });
  } finally {
    await close();
  }
}
