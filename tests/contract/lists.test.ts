import { api } from '@quartermaster/contract/endpoints/api.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';

interface Schema {
  type?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  maxItems?: number;
  maximum?: number;
}

/** A list somewhere in an answer. */
interface List {
  name: string;
  /** The object that holds it; a page says there where the next one begins. */
  beside: string[];
  maxItems: number | undefined;
}

function listsIn(schema: Schema, name: string, beside: string[] = []): List[] {
  const { type, anyOf = [], properties = {}, items } = schema;
  const own = type === 'array' ? [{ name, beside, maxItems: schema.maxItems }] : [];
  const names = Object.keys(properties);
  return [
    ...own,
    ...anyOf.flatMap((one) => listsIn(one, name, beside)),
    ...(items ? listsIn(items, `${name}[]`) : []),
    ...names.flatMap((key) => listsIn(properties[key] ?? {}, `${name}.${key}`, names)),
  ];
}

/** What bounds a list that is not paged and whose shape has no end. */
const bounds: Record<string, string> = {
  'accounts.listRoles.workspaces': 'one person’s, whole in the specification: the console looks roles up in it',
  'workspaces.list.workspaces': 'one person’s, whole in the specification: the console looks instances up in it',
  'workspaces.list.workspaces[].projects': 'a workspace has as many as it pays for',
  'workspaces.list.workspaces[].projects[].instances': 'one an environment',
  'projects.create.instances': 'one an environment',
  'instances.getPermissions.permissions': 'the permissions of the table',
  'menu.list.menu': 'made by hand, whole in the specification: it is drawn as one tree',
  'templates.list.templates': 'made by hand, whole in the specification: links are chosen from it',
  'templates.get.fields': 'a template is saved with at most 5,000',
  'templates.get.fields[].children': 'those of the same template',
  'templates.dryRun.effects': 'one a field of the saved template or of the one before',
  'items.listByIds.items': 'one of each id that is asked for, of which there are at most 1,000',
  'items.listHeaders.items': 'whole in the specification; read in batches while it is sent, and no screen asks for it',
  'items.get.item.fields': 'the values of one item',
  'items.get.item.fields[].value': 'the value of one field',
  'items.saveMany.items': 'one of each item that is sent, of which there are at most 1,000',
  'reports.get.report.steps': 'one a template',
  'delivery.manifest.files': 'one a template',
  'delivery.manifest.images': 'those that items of the export name, each once',
};

const lists = api.flatMap(({ name, shape }) => (shape.response ? listsIn(shape.response, name) : []));
const isPage = ({ beside }: List) => beside.some((property) => property.startsWith('next_'));

test('every list of an answer is paged, ends by its shape, or says here what bounds it', () => {
  shows('3.calls.lists.paged');
  const open = lists.filter((list) => !isPage(list) && list.maxItems === undefined).map(({ name }) => name);
  expect(open.toSorted()).toEqual(Object.keys(bounds).toSorted());
});

test('a page is as long as is asked, within a limit', () => {
  shows('3.calls.lists.paged');
  const paged = new Set(lists.filter(isPage).map(({ name }) => name.split('.', 2).join('.')));
  expect([...paged]).toEqual(['items.list', 'reports.list']);
  for (const { name, shape } of api.filter((entry) => paged.has(entry.name))) {
    const { properties } = (shape.query ?? shape.body) as Schema;
    expect([name, properties?.limit?.maximum]).toEqual([name, expect.any(Number)]);
  }
});
