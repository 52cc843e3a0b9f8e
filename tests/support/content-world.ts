import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { restores } from '@quartermaster/contract/endpoints/trash.ts';
import { exportAll } from './export-all.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from './sample-template.ts';
import type { TestServer } from './server.ts';
import { syncOf } from './sync.ts';
import { readState } from './sync-model/state.ts';

const as = { as: 'owner' } as const;

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer'),
  field('names', 'localised-text'),
  field('parent', 'item-link', { templateId: 'sword' }),
]);
const noted = inOrder([...fields, field('note', 'text')]);
const relicFields = inOrder([field('code', 'text'), field('blade', 'item-link', { templateId: 'sword' })]);

/** Swords and relics in Dev and Stage, one of each of which comes and goes, and the calls that prepare changes of them. */
export async function createWorld(server: TestServer) {
  const { dev, stage, projectId, workspaceId } = server.studio;
  const params = { instanceId: dev };
  const { query } = server.app.deps.database;
  await server.call(projects.setLanguages, { params: { projectId }, body: { languages: ['en', 'de'] } }, as);
  await saveTemplate(server, 'sword', noted, { label: 'Swords' });
  await saveTemplate(server, 'relic', relicFields, { label: 'Relics' });
  const names = { en: { text: 'Sword' } };
  const sword = (values: ItemValues, label: string) => saveBody('sword', fields, values, { label });
  const saved = await saveAll(server, [
    sword({ title: 'One', price: 1, names }, 'Sword one'),
    sword({ title: 'Two', price: 2 }, 'Sword two'),
    sword({ title: 'Three' }, 'Sword three'),
    sword({ title: 'Four' }, 'Sword four'),
  ]);
  const [item = 0, other = 0, spare = 0, still = 0] = saved.map(({ id }) => id);
  const two = { id: other, version: 1, before: { title: 'Two', price: 2 }, label: 'Sword two' };
  await saveAll(server, [saveBody('sword', fields, { ...two.before, parent: item }, two)]);
  await saveAll(server, [saveBody('relic', relicFields, { code: 'old' }, { label: 'Relic' })]);
  const sync = syncOf(server, dev);
  await sync.all();
  const selection = { template_id: 'sword', ids: [still] };
  const operations = [{ field_id: 'price', op: 'set' as const, value: 5 }];
  const { id } = await server.call(bulkEdits.apply, { params, body: { selection, action: { operations } } }, as);
  await saveTemplate(server, 'sword', fields, { label: 'The swords', version: 1 });

  const read = async (itemId = item) => (await readState(query, dev)).items.get(itemId);
  const folder = { id: 'folder', parent_id: 'root', label: 'Folder', template_id: '', order: 9, status: 1 as const };
  await server.call(menu.save, { params, body: { menu: [folder] } }, as);
  await exportAll(server);
  const changes = [{ template_id: 'sword', items: [{ _label: 'Proposed sword', title: 'Proposed' }] }];
  const { proposal } = await server.call(proposals.create, { params, body: { title: 'New', changes } }, as);
  await server.call(templates.delete, { params: { ...params, templateId: 'relic' } }, as);
  // Prices of other items are lower.
  let numbers = 100;
  return {
    server,
    params,
    ...{ dev, stage, item, other, spare, as, sync, fields, read },
    project: { workspaceId, projectId },
    templateId: 'sword',
    spareTemplate: 'relic',
    changeSetId: id ?? 0,
    proposalId: proposal.id,
    /** A new value for each change. */
    next: () => ++numbers,
    /** The version of the item. */
    version: async () => (await read())?.version ?? 0,
    /** Changes the item by hand, or links another one to it. */
    change: async (values: ItemValues, itemId = item) => {
      const now = await read(itemId);
      const { values: before = {}, version = 0, label = '' } = now ?? {};
      await saveAll(server, [
        saveBody('sword', fields, { ...before, ...values }, { id: itemId, version, before, label }),
      ]);
    },
    haveSpare: async (isThere: boolean) => {
      if (((await read(spare)) !== undefined) === isThere) return;
      const place = { template_id: 'sword', id: spare };
      if (isThere) await server.call(restores.apply, { params, body: { item: place } }, as);
      else await server.call(items.delete, { params: { ...params, templateId: 'sword', id: spare } }, as);
    },
    haveRelics: async (areThere: boolean) => {
      const found = await query("select 1 from templates where instance_id = $1 and id = 'relic'", [dev]);
      if (found.length > 0 === areThere) return;
      if (areThere) await server.call(restores.apply, { params, body: { template: 'relic' } }, as);
      else await server.call(templates.delete, { params: { ...params, templateId: 'relic' } }, as);
    },
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;
