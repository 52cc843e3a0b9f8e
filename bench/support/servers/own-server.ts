import type { Bench } from '../bench.ts';
import { withClient } from '../content/prepare.ts';
import type { Child } from './children.ts';
import { Session, startProduct } from './product.ts';

/** The product on a database of its own. */
export interface OwnServer {
  databaseUrl: string;
  product: Child;
  session: Session;
}

/** Starts the product on an empty database of its own, runs the work, and removes both. */
export async function withOwnServer<T>(
  bench: Pick<Bench, 'databaseUrl' | 'folder'>,
  name: string,
  work: (server: OwnServer) => Promise<T>,
): Promise<T> {
  const database = `quartermaster_bench_${name}`;
  const at = (other: string) => Object.assign(new URL(bench.databaseUrl), { pathname: `/${other}` }).href;
  const drop = `drop database if exists ${database} with (force)`;
  await withClient(at('postgres'), async (client) => {
    await client.query(drop);
    await client.query(`create database ${database}`);
  });
  try {
    const databaseUrl = at(database);
    const product = await startProduct({ dataDir: bench.folder, databaseUrl });
    try {
      return await work({ databaseUrl, product, session: new Session(product.port) });
    } finally {
      await product.stop();
    }
  } finally {
    await withClient(at('postgres'), (client) => client.query(drop));
  }
}
