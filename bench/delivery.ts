import { measureArrivals } from './delivery/arrivals.ts';
import { measureExports } from './delivery/exports.ts';
import { prepare } from './delivery/place.ts';
import { measureRates } from './delivery/rates.ts';
import type { Bench } from './support/bench.ts';
import type { Figure } from './support/report.ts';
import { withOwnServer } from './support/servers/own-server.ts';

/**
 * Builds: from the call that publishes to the bytes of a client, calls of games against nginx on the same files, the size of a
 * delta, and builds of 100,000 items against exports as they were before.
 */
export const delivery = async (bench: Bench): Promise<Figure[]> => [
  ...(await withOwnServer(bench, 'delivery', async (server) => {
    const place = await prepare(server, []);
    return [...(await measureArrivals(server, place)), ...(await measureRates(bench, server, place))];
  })),
  ...(await withOwnServer(bench, 'exports', (server) => measureExports(bench, server))),
];
