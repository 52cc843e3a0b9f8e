import type { Job } from '../../load/jobs.ts';
import type { Bench } from '../bench.ts';
import { alternate } from '../load.ts';
import { type Place, startProduct } from '../servers/product.ts';
import { median } from '../statistics.ts';

interface Options {
  /** What the other server has besides the data. */
  place: Omit<Place, 'dataDir' | 'databaseUrl'>;
  rounds: number;
  seconds: number;
  /** Called between all measurements and the end of the server. */
  check?: () => Promise<void>;
}

/** The medians of rounds of pages for one client, in milliseconds: of another server on the same data, and of the product, in turns. */
export async function pagesOfOther(bench: Bench, options: Options): Promise<{ other: number[]; product: number[] }> {
  const { content, databaseUrl, folder, load, product, session } = bench;
  const [list] = content.lists;
  const other = await startProduct({ dataDir: folder, databaseUrl, ...options.place });
  try {
    const sides = [{ ...other, headers: () => session.headers() }, product];
    const job: Job = { kind: 'page', instanceId: content.instanceId, templateId: list?.templateId ?? '' };
    const { seconds } = options;
    const measure = (rounds: number) =>
      alternate(
        rounds,
        sides.map((side) => async () => median((await load.round(side, job, { connections: 1, seconds })).latencies)),
      );
    await measure(1);
    const [ofOther = [], ofProduct = []] = await measure(options.rounds);
    await options.check?.();
    return { other: ofOther, product: ofProduct };
  } finally {
    await other.stop();
  }
}
