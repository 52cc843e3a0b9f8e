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

/** A list in a response, at any depth. */
interface List {
  name: string;
  /** Properties of the object that contains it; in a page, these include the next cursor. */
  siblings: string[];
  maxItems: number | undefined;
}

function listsIn(schema: Schema, name: string, siblings: string[] = []): List[] {
  const { type, anyOf = [], properties = {}, items } = schema;
  const own = type === 'array' ? [{ name, siblings, maxItems: schema.maxItems }] : [];
  const names = Object.keys(properties);
  return [
    ...own,
    ...anyOf.flatMap((one) => listsIn(one, name, siblings)),
    ...(items ? listsIn(items, `${name}[]`) : []),
    ...names.flatMap((key) => listsIn(properties[key] ?? {}, `${name}.${key}`, names)),
  ];
}

/** The bound of a list that is neither paged nor limited by its shape. */
const bounds: Record<string, string> = {
  'accounts.listRoles.workspaces': 'complete for one account by the specification: the console looks roles up in it',
  'secondFactor.get.required_by': 'at most one per workspace of the account, as accounts.listRoles',
  'workspaces.list.workspaces': 'complete for one account by the specification: the console looks instances up in it',
  'workspaces.list.workspaces[].projects': 'as many as the workspace’s plan includes',
  'workspaces.list.workspaces[].projects[].instances': 'one per environment',
  'projects.create.instances': 'one per environment',
  'projectMembers.list.accounts[].environments': 'one per environment',
  'projectMembers.list.instances[].caller_permissions': 'the permissions of the table',
  'projectMembers.getRoles.instances': 'one per environment',
  'projectMembers.getRoles.instances[].caller_permissions': 'the permissions of the table',
  'projectMembers.getRoles.instances[].roles': 'those of one member, of at most 500 in a workspace',
  'projectMembers.getRoles.instances[].roles[].permissions': 'the permissions of the table',
  'roles.list.roles[].permissions': 'the permissions of the table',
  'roles.get.permissions': 'the permissions of the table',
  'roles.get.instances': 'the instances of the projects that the workspace’s plan includes',
  'accessLog.list.entries[].details.permissions_given': 'the permissions of the table',
  'accessLog.list.entries[].details.permissions_taken': 'the permissions of the table',
  'accessLog.list.entries[].details.role_changes':
    'those of one call, of which there are at most 3,000, or the roles of one member',
  ...Object.fromEntries(
    ['permissions_given', 'permissions_taken', 'role_changes'].map((list) => [
      `activity.list.entries[].members.details.${list}`,
      'as accessLog.list',
    ]),
  ),
  'instances.getPermissions.permissions': 'the permissions of the table',
  'bootstrap.ofTemplate.roles.workspaces': 'as accounts.listRoles',
  'bootstrap.ofTemplate.workspaces.workspaces': 'as workspaces.list',
  'bootstrap.ofTemplate.workspaces.workspaces[].projects': 'as workspaces.list',
  'bootstrap.ofTemplate.workspaces.workspaces[].projects[].instances': 'as workspaces.list',
  'bootstrap.ofTemplate.permissions.permissions': 'as instances.getPermissions',
  'bootstrap.ofTemplate.menu.menu': 'as menu.list',
  'bootstrap.ofTemplate.template.fields': 'as templates.get',
  'bootstrap.ofTemplate.template.fields[].children': 'as templates.get',
  'bootstrap.ofTemplate.page.items': 'as items.list',
  'bootstrap.ofTemplate.item.item.fields': 'as items.get',
  'bootstrap.ofTemplate.item.item.fields[].value': 'as items.get',
  'instances.getOverview.templates': 'one per template',
  'instances.getOverview.edits': 'the latest five',
  'instances.getOverview.waiting.reviews': 'the oldest three',
  'translations.count.languages': 'one per language of the project',
  'reports.changes.templates': 'one per template',
  'menu.list.menu': 'created by hand, complete by the specification: it is rendered as one tree',
  'templates.list.templates': 'created by hand, complete by the specification: links are chosen from it',
  'templates.get.fields': 'at most 5,000 per template',
  'templates.get.fields[].children': 'those of the same template',
  'templates.dryRun.effects': 'one per field of the saved or the previous template',
  'items.listByIds.items': 'one per requested id, of which there are at most 1,000',
  'items.listHeaders.items': 'complete by the specification; streamed in batches, and requested by no screen',
  'items.get.item.fields': 'the values of one item',
  'items.get.item.fields[].value': 'the value of one field',
  'items.saveMany.items': 'one per sent item, of which there are at most 1,000',
  'items.saveRecords.items': 'one per record, of which there are at most 1,000',
  ...Object.fromEntries(
    ['items.save', 'items.saveMany.items[]', 'items.saveRecords.items[]'].map((saved) => [
      `${saved}.merged.fields`,
      'the fields of one item',
    ]),
  ),
  'jobs.get.job.errors': 'the first rows with errors, at most 100',
  'reports.get.report.steps': 'one per template',
  'sync.listChanges.templates': 'one per template',
  ...Object.fromEntries(
    [
      'sync.getItem',
      'sync.getSyncedItem',
      'changeSets.getItem',
      'history.compareItem',
      'history.checkItem.diff',
    ].flatMap((call) => [
      [`${call}.fields`, 'one per field of the template'],
      [`${call}.template_fields`, 'the fields of two templates'],
      [`${call}.template_fields[].children`, 'those of the same template'],
      ...['base', 'source', 'target'].flatMap((side) => [
        [`${call}.${side}.fields`, 'the values of one item'],
        [`${call}.${side}.fields[].value`, 'the value of one field'],
      ]),
    ]),
  ),
  ...Object.fromEntries(
    ['sync.getTemplate', 'sync.getSyncedTemplate', 'history.compareTemplate', 'history.checkTemplate.diff'].flatMap(
      (call) => [
        [`${call}.effects`, 'one per field of the template in source or target'],
        [`${call}.fields`, 'one per field of the template in source or target'],
        ...['source', 'target'].flatMap((side) => [
          [`${call}.${side}.fields`, 'at most 5,000 per template'],
          [`${call}.${side}.fields[].children`, 'those of the same template'],
        ]),
      ],
    ),
  ),
  ...Object.fromEntries(
    ['sync.getMenu', 'sync.getSyncedMenu', 'history.compareMenu'].flatMap((call) =>
      ['source', 'target', 'nodes'].map((list) => [`${call}.${list}`, 'created by hand, as the menu']),
    ),
  ),
  ...Object.fromEntries(
    ['bulkEdits', 'replacements', 'restores'].flatMap((door) => [
      [`${door}.check.rows[].fields[].before`, 'the value of one field'],
      [`${door}.check.rows[].fields[].after`, 'the value of one field'],
    ]),
  ),
  'changeSets.list.change_sets[].action.operations[].value': 'the value of one field',
  'changeSets.get.change_set.action.operations[].value': 'the value of one field',
  'sync.get.templates': 'one per template',
  ...Object.fromEntries(
    ['sync.check', 'sync.checkUndo', 'changeSets.checkUndo'].flatMap((call) => [
      [`${call}.effects`, 'one per template'],
      [`${call}.effects[].effects`, 'one per field of the template in source or target'],
      [`${call}.missing_templates`, 'one per template'],
      [`${call}.removed_templates`, 'one per template'],
    ]),
  ),
  'delivery.manifest.files': 'one per template',
  'delivery.manifest.images': 'those that items of the export reference, each once',
};

const lists = api.flatMap(({ name, shape }) => (shape.response ? listsIn(shape.response, name) : []));
// The parts of a combined call are those of others.
const isPage = ({ name, siblings }: List) =>
  !name.startsWith('bootstrap.') && siblings.some((property) => property.startsWith('next_'));

test('every list in a response is paged, limited by its shape, or has its bound stated here', () => {
  shows('3.calls.lists.paged');
  const open = lists.filter((list) => !isPage(list) && list.maxItems === undefined).map(({ name }) => name);
  expect(open.toSorted()).toEqual(Object.keys(bounds).toSorted());
});

test('a page has the requested size, up to a limit', () => {
  shows('3.calls.lists.paged');
  const paged = new Set(lists.filter(isPage).map(({ name }) => name.split('.', 2).join('.')));
  expect([...paged].toSorted()).toEqual([
    'accessLog.list',
    'activity.list',
    'builds.list',
    'builds.listChanges',
    'bulkEdits.check',
    'changeSets.list',
    'changeSets.listItems',
    'history.listItem',
    'history.listMenu',
    'history.listTemplate',
    'imports.listRows',
    'invitations.list',
    'items.list',
    'items.listUses',
    'members.list',
    'projectMembers.list',
    'proposals.list',
    'proposals.listRows',
    'releases.list',
    'replacements.check',
    'reports.list',
    'restores.check',
    'roles.list',
    'sync.list',
    'sync.listChanges',
    'sync.listItems',
    'syncReviews.list',
    'trash.list',
    'webhooks.deliveries',
  ]);
  for (const { name, shape } of api.filter((entry) => paged.has(entry.name))) {
    const { properties } = (shape.query ?? shape.body) as Schema;
    expect([name, properties?.limit?.maximum]).toEqual([name, expect.any(Number)]);
  }
});
