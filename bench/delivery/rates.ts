import { linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../scripts/terminal.mjs';
import type { Bench } from '../support/bench.ts';
import { partsTemplate } from '../support/content/content.ts';
import { withClient } from '../support/content/prepare.ts';
import { alternate, type Side } from '../support/load.ts';
import { type Figure, figureOfRounds } from '../support/report.ts';
import { findNginx, startNginx } from '../support/servers/nginx.ts';
import type { OwnServer } from '../support/servers/own-server.ts';
import { exported, type Place } from './place.ts';

const rounds = 5;
const limits = { connections: 16, seconds: 1.5 };
const accept = { 'accept-encoding': 'gzip' };

/** A file of a build as both servers have it. */
interface Served {
  /** Its key in the store of the product. */
  file: string;
  sha256: string;
}

/** Calls of games per second, against nginx on the same files: links to those of the product. */
export async function measureRates(bench: Bench, server: OwnServer, { instanceId, filled }: Place): Promise<Figure[]> {
  const program = findNginx();
  if (!program) {
    say('nginx is not installed, so the calls of games are not compared with it (apt-get install nginx-light).');
    return [];
  }
  const buildId = await exported(server, instanceId);
  const [large = '', small = ''] = [filled[0]?.templateId, partsTemplate].map((id) => `${id}.json`);
  const { manifest, files } = await withClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query<Served>(
      'select build_manifest as file, build_sha256 as sha256 from reports where id = $1',
      [buildId],
    );
    const listed = await client.query<Served & { path: string }>(
      'select path, file, sha256 from build_files where report_id = $1',
      [buildId],
    );
    return { manifest: rows[0], files: new Map(listed.rows.map((row) => [row.path, row])) };
  });
  const prefix = join(bench.folder, 'nginx');
  mkdirSync(join(prefix, 'files'), { recursive: true });
  const base = `/v1/delivery/${instanceId}`;
  const ofFile = (path: string) => {
    const { file, sha256 } = files.get(path) ?? { file: '', sha256: '' };
    return { path: `${base}/files/${sha256}`, file, sha256 };
  };
  const compared = [
    { what: 'the manifest of a channel', path: `${base}/channels/live/manifest.json`, ...manifest },
    { what: 'a file of 500 items', ...ofFile(small) },
    { what: 'a file of 10,000 items', ...ofFile(large) },
  ].map(({ file = '', sha256 = '', ...each }) => {
    for (const suffix of ['', '.gz'])
      linkSync(join(bench.folder, 'files', file + suffix), join(prefix, 'files', `${sha256}.json${suffix}`));
    return { ...each, floorPath: `/${sha256}.json` };
  });
  const nginx = await startNginx(program, prefix);
  try {
    const figures: Figure[] = [];
    for (const isKnown of [false, true])
      for (const { what, path, floorPath } of compared) {
        if (isKnown && what === 'a file of 500 items') continue;
        const [ours = [], floors = []] = await alternate(rounds + 1, [
          await rateOf(bench, { path, port: server.product.port, isKnown }),
          await rateOf(bench, { path: floorPath, port: nginx.port, isKnown }),
        ]);
        const name = isKnown ? `${what}, unchanged (304)` : what;
        // The first round of each is a warm-up.
        figures.push(figureOfRounds({ goal: 'deliveryRate', name, unit: 'calls/s' }, ours.slice(1), floors.slice(1)));
      }
    return figures.map((figure) => ({ ...figure, against: 'nginx' }));
  } finally {
    await nginx.stop();
  }
}

/** Rounds of calls per second; of those whose answer is known, by its ETag. */
async function rateOf({ load }: Bench, { path, port, isKnown }: { path: string; port: number; isKnown: boolean }) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: accept });
  await answer.arrayBuffer();
  const etag = answer.headers.get('etag') ?? '';
  const headers = { ...accept, ...(isKnown && { 'if-none-match': etag }) };
  const side: Side = { port, headers: async () => headers };
  const expects = isKnown ? 304 : 200;
  return async () => {
    const { latencies, seconds } = await load.round(side, { kind: 'get', path }, { ...limits, expects });
    return latencies.length / seconds;
  };
}
