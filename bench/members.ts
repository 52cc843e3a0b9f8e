import { inInstance } from '@quartermaster/contract/access.ts';
import pg from 'pg';
import type { Query } from '../server/core/database/database.ts';
import { authorizeInScope } from '../server/core/session/access.ts';
import type { Bench } from './support/bench.ts';
import { makeStudio, type Studio } from './support/content/make-studio.ts';
import { makeWorkspace } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import { freshContext, leave, openBrowser, openList, signedInState } from './support/pages/browser.ts';
import type { Figure } from './support/report.ts';
import { withOwnServer } from './support/servers/own-server.ts';
import { median } from './support/statistics.ts';

const rounds = 9;
/** Access checks per round. */
const questions = 300;
/** The default page size of these lists. */
const rows = 10;
const few = { members: 10, roles: 10 };
const many = { members: 10_000, roles: 200 };

/** A workspace of many members and roles compared with one of few: its lists and its access checks. */
export function members(bench: Bench): Promise<Figure[]> {
  return withOwnServer(bench, 'members', async ({ databaseUrl, product }) => {
    await makeWorkspace(databaseUrl);
    const studios = [await makeStudio(databaseUrl, many), await makeStudio(databaseUrl, few)];
    const painted = await paint(`http://127.0.0.1:${product.port}`, studios);
    const [large = Number.NaN, small = Number.NaN] = await ask(databaseUrl, studios);
    const access: Figure = {
      goal: 'membersAccess',
      name: 'the access query of a call in an instance',
      unit: 'ms',
      product: large,
      floor: small,
      against,
    };
    return [...painted, access];
  });
}

const against = `${few.members} and ${few.roles}`;

const screens = {
  'members of a workspace': ({ workspaceId }: Studio) => `/settings/workspaces/${workspaceId}/members`,
  'roles of a workspace': ({ workspaceId }: Studio) => `/settings/workspaces/${workspaceId}/roles`,
  'members of a project': ({ workspaceId, projectId }: Studio) =>
    `/settings/workspaces/${workspaceId}/projects/${projectId}`,
};

async function paint(origin: string, studios: readonly Studio[]): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    const context = await freshContext(browser, { state: signedInState(browser, origin) });
    const page = await context.newPage();
    const figures: Figure[] = [];
    for (const [name, pathOf] of Object.entries(screens)) {
      const sides = studios.map((studio) => async () => {
        const site = { list: `${origin}${pathOf(studio)}`, row: 'tbody tr[aria-rowindex]' };
        const at = await openList(page, site, rows);
        await leave(page, site);
        return at;
      });
      await alternate(2, sides);
      const [large = [], small = []] = await alternate(rounds, sides);
      figures.push({
        goal: 'membersPainted',
        name: `navigation to painted rows, ${name}`,
        unit: 'ms',
        product: median(large),
        floor: median(small),
        against,
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** The median duration of the access query, in milliseconds, by studio. */
async function ask(databaseUrl: string, studios: readonly Studio[]): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const query: Query = async (text, values, name) => {
      const { rows: found } = await client.query({ text, values: [...values], ...(name && { name }) });
      return found;
    };
    const issuedAt = Math.floor(Date.now() / 1000);
    const sides = studios.map(({ instanceId, memberId }) => async () => {
      const latencies: number[] = [];
      for (let at = 0; at < questions; at += 1) {
        const since = performance.now();
        await authorizeInScope(
          { access: inInstance, safe: true },
          { query, id: instanceId, accountId: memberId, issuedAt, signIn: '', via: '', now: new Date() },
        );
        latencies.push(performance.now() - since);
      }
      return median(latencies);
    });
    await alternate(2, sides);
    return (await alternate(rounds, sides)).map(median);
  } finally {
    await client.end();
  }
}
