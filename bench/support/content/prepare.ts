import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import pg from 'pg';
import { say, seconds } from '../../../scripts/terminal.mjs';
import { email, passwordHash, type Session } from '../servers/product.ts';
import {
  itemTemplateFields,
  partsCount,
  partsTemplate,
  partsTemplateFields,
  templateOf,
  writesTemplate,
} from './content.ts';
import { generateItems, generateParts, withoutIndexes } from './generate.ts';

/** A template in the database with its items. */
export interface Filled {
  templateId: string;
  firstId: number;
  items: number;
}

/** The data that the benchmarks use. */
export interface Content {
  instanceId: number;
  /** By the number of items, ascending. */
  lists: Filled[];
  /** The template that saves go to, so that the lists stay unchanged. */
  writes: Filled;
}

const itemsToWrite = 10_000;

/**
 * Creates an account with a workspace on the largest plan, a project and its Dev instance; returns the instance’s id.
 */
export async function makeWorkspace(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `with account as (insert into accounts (name, email, password_hash) values ('Bench', $1, $2) returning id),
       workspace as (insert into workspaces (name) values ('Bench') returning id),
       plan as (insert into subscriptions (workspace_id, plan, status) select id, 'teams', 'active' from workspace),
       member as (insert into workspace_members (workspace_id, account_id, role_id) select workspace.id, account.id, 1 from workspace, account),
       project as (insert into projects (workspace_id, name) select id, 'Bench' from workspace returning id)
       insert into instances (project_id, env) select id, 'Dev' from project returning id`,
      [email, await passwordHash()],
    );
    const id = rows[0]?.id ?? 0;
    await client.query('update accounts set active_instance_id = $1', [id]);
    return id;
  });
}

/** Saves the templates through the API and generates their items in SQL, as rows that a save would have left. */
export async function fillWorkspace(
  url: string,
  instanceId: number,
  session: Session,
  counts: readonly number[],
  listFields = itemTemplateFields,
): Promise<Content> {
  const saveTemplate = (id: string, fields: typeof itemTemplateFields) =>
    session.call(templates.save.method, templates.save.path.replace(':instanceId', String(instanceId)), {
      id,
      label: id,
      version: 0,
      fields,
    });
  const lists = counts.map((items) => ({ templateId: templateOf(items), items }));
  const wanted = [{ templateId: writesTemplate, items: itemsToWrite }, ...lists];
  await saveTemplate(partsTemplate, partsTemplateFields);
  for (const { templateId } of wanted) await saveTemplate(templateId, listFields);

  const since = Date.now();
  let nextId = partsCount + 1;
  const filled: Filled[] = [];
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string; key: number; fields: { id: string; key: number }[] }>(
      'select id, key, fields from templates where instance_id = $1 and id <> $2',
      [instanceId, imageTemplate.id],
    );
    const places = new Map(
      rows.map(({ id, key, fields }) => [
        id,
        {
          instanceId,
          accountId: 1,
          templateKey: key,
          keys: Object.fromEntries(fields.map((field) => [field.id, field.key])),
        },
      ]),
    );
    const placeOf = (templateId: string) => {
      const place = places.get(templateId);
      if (!place) throw new Error(`The template ${templateId} was not saved.`);
      return place;
    };
    await client.query('select setseed(0.25)');
    await withoutIndexes(client, async () => {
      await generateParts(client, placeOf(partsTemplate));
      for (const { templateId, items } of wanted) {
        await generateItems(client, placeOf(templateId), nextId, items);
        filled.push({ templateId, items, firstId: nextId });
        nextId += items;
      }
      await client.query('update projects set next_item_id = $1', [nextId]);
    });
  });
  say(
    `Generated ${wanted.reduce((sum, { items }) => sum + items, 0).toLocaleString('en-US')} items in ${seconds(since)}.`,
  );
  const [writes, ...others] = filled;
  if (!writes) throw new Error('Nothing was generated.');
  return { instanceId, lists: others, writes };
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
