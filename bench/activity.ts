import { type ActivityFilters, activity } from '@quartermaster/contract/endpoints/activity.ts';
import { listActivity } from '../server/modules/activity/list-service.ts';
import type { View } from '../server/modules/activity/view-service.ts';
import * as floor from './floor/activity-sql.ts';
import type { Bench } from './support/bench.ts';
import { makeWorkspace, withClient } from './support/content/prepare.ts';
import { alternate, callOf } from './support/load.ts';
import { pathOf } from './support/path-of.ts';
import type { Figure } from './support/report.ts';
import { withOwnServer } from './support/servers/own-server.ts';
import { withProductQuery } from './support/servers/product-query.ts';
import { median } from './support/statistics.ts';
import { timed } from './support/timed.ts';

const many = Number(process.env.ACTIVITY_ENTRIES ?? 1_000_000);
const people = 300;
const rounds = 9;

/** A page of the activity by a filter: the query of the call, and the same as a condition with its values. */
interface Filter {
  name: string;
  query: ActivityFilters;
  condition: string;
  values: readonly unknown[];
}

/** The first page of the activity of a project, and pages by filters, compared with bare SQL on a table with an index for each. */
export const activities = (bench: Bench): Promise<Figure[]> =>
  withOwnServer(bench, 'activity', async ({ databaseUrl, product, session }) => {
    const dev = await makeWorkspace(databaseUrl);
    return withClient(databaseUrl, async (client) => {
      const rows = async <R>(text: string, values: readonly unknown[] = []) =>
        (await client.query(text, [...values])).rows as R[];
      const [project] = await rows<{ id: number }>('select project_id as id from instances where id = $1', [dev]);
      const projectId = project?.id ?? 0;
      await rows(`insert into instances (project_id, env) values ($1, 'Stage'), ($1, 'Prod')`, [projectId]);
      const named = await rows<View['instances'][number]>(
        'select id, env from instances where project_id = $1 order by id',
        [projectId],
      );
      const envs = new Map(named.map(({ id, env }) => [id, env]));
      const instances = named.map(({ id }) => id);
      const accounts = (
        await rows<{ id: number }>(
          `insert into accounts (name, email, password_hash) select 'Person ' || n, 'person' || n || '@bench.test', '' from generate_series(1, $1::int) n returning id`,
          [people],
        )
      ).map(({ id }) => id);
      const [first = '', ...next] = floor.fillActivity;
      await rows(first, [projectId, many, instances, accounts]);
      for (const text of [...next, ...floor.fillFlat]) await rows(text);

      const [often = 0, rare = 0] = [accounts[1], accounts.at(-1)];
      const since = new Date(Date.now() - 120 * 24 * 60 * 60 * 1000).toISOString();
      const filters: Filter[] = [
        { name: 'all', query: {}, condition: 'f.project_id = $1', values: [projectId] },
        { name: 'a person', query: { person: often }, condition: 'f.account_id = $1', values: [often] },
        { name: 'a template', query: { template: 't150' }, condition: 'f.template_id = $1', values: ['t150'] },
        { name: 'Prod', query: { env: 'Prod' }, condition: 'f.instance_id = $1', values: [instances[2]] },
        {
          name: 'until a day',
          query: { to: since },
          condition: 'f.project_id = $1 and f.at < $2',
          values: [projectId, since],
        },
        {
          name: 'Prod until a day',
          query: { env: 'Prod', to: since },
          condition: 'f.instance_id = $1 and f.at < $2',
          values: [instances[2], since],
        },
        {
          name: 'a person in Prod',
          query: { env: 'Prod', person: often },
          condition: 'f.account_id = $1 and f.instance_id = $2',
          values: [often, instances[2]],
        },
        {
          name: 'a rare person and template',
          query: { person: rare, template: 't199' },
          condition: 'f.account_id = $1 and f.template_id = $2',
          values: [rare, 't199'],
        },
      ];
      const view: View = { projectId, instances: named, envs, hasMembers: true, isWhole: true };
      return withProductQuery(databaseUrl, async (run) => {
        const figures: Figure[] = [];
        for (const { name, query, condition, values } of filters) {
          const text = Object.entries(query).map(([key, value]) => [key, String(value)]);
          const path = `/v1${pathOf(activity.list.path, { projectId })}?${new URLSearchParams([...text, ['limit', '50']])}`;
          const sides = [
            () => callOf(bench.load, { ...product, headers: () => session.headers() }, path),
            () => timed(() => listActivity(run, view, { ...query, limit: 50 })),
            () => timed(() => rows(floor.flatPage(condition), values)),
          ];
          await alternate(6, sides);
          const [call = [], statement = [], bare = []] = await alternate(rounds, sides);
          const shared = {
            goal: name === 'all' ? 'activityPage' : 'activityFiltered',
            unit: 'ms',
            floor: median(bare),
            against: 'bare SQL',
          } as const;
          const title = `activity of ${many.toLocaleString('en-US')} entries: ${name}`;
          figures.push(
            { ...shared, name: `${title}, the call`, product: median(call) },
            { ...shared, name: `${title}, its statement`, product: median(statement) },
          );
        }
        return figures;
      });
    });
  });
