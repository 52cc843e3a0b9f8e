import { randomUUID } from 'node:crypto';
import { type Action, bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { Checked, Door } from '@quartermaster/contract/endpoints/door.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { replacements } from '@quartermaster/contract/endpoints/replacements.ts';
import { translations } from '@quartermaster/contract/endpoints/translations.ts';
import { undoAtOnce, useUndoChangeSet } from '../../src/shared/data/apply-changes.ts';
import { useDeleteItem } from '../../src/shared/data/delete-item.ts';
import { useApplyDoor } from '../../src/shared/data/doors.ts';
import { useSaveGrid } from '../../src/shared/data/grid-save.ts';
import { useRestoreItem, useRestoreMenu, useRestoreTemplate } from '../../src/shared/data/history.ts';
import { useApplyImport } from '../../src/shared/data/imports.ts';
import { useApplyProposal } from '../../src/shared/data/proposals.ts';
import { useReplaceLinks } from '../../src/shared/data/replace-links.ts';
import { useSaveItem } from '../../src/shared/data/save-item.ts';
import { useSaveMenu } from '../../src/shared/data/save-menu.ts';
import { useDeleteTemplate, useSaveTemplate } from '../../src/shared/data/save-template.ts';
import { useStartSync } from '../../src/shared/data/sync/syncs.ts';
import { useImportTexts } from '../../src/shared/data/translations.ts';
import { useUndoDeletion } from '../../src/shared/data/trash.ts';
import { useUndoSave } from '../../src/shared/data/undo-save.ts';
import type { World } from './content-world.ts';
import { importFile, jsonLines } from './import-file.ts';
import { saveBody } from './sample-template.ts';

/** A hook that changes content, and what a page does with it. */
export type UseChange = () => () => Promise<unknown>;

/** Prepares a change, and returns its hook. */
type Prepare = (world: World) => Promise<UseChange>;

const making =
  <Variables>(
    use: () => { mutateAsync: (variables: Variables) => Promise<unknown> },
    variables: Variables,
  ): UseChange =>
  () => {
    const { mutateAsync } = use();
    return () => mutateAsync(variables);
  };

const folder = (number: number) => ({
  ...{ id: `folder${number}`, parent_id: 'root', label: 'Folder', template_id: '', order: 9, status: 1 as const },
});

const ignore = () => undefined;
const text = () => 'Done';

async function throughDoor(world: World, door: Door, input: object): Promise<UseChange> {
  const { server, params, dev, as } = world;
  const checked: unknown = await server.call(door.check, { params, body: input } as never, as);
  const of = door === replacements ? 'replaceTexts' : 'editItems';
  const idempotencyKey = randomUUID();
  const { fingerprint } = checked as Checked;
  return making(() => useApplyDoor(dev, door, { of, textOf: text }), {
    ...{ input, fingerprint, idempotencyKey, onStarted: ignore },
  });
}

const editing = (world: World, ids: number[], action: Action) =>
  throughDoor(world, bulkEdits, { selection: { template_id: 'sword', ids }, action });

const pricing = (price: number): Action => ({ operations: [{ field_id: 'price', op: 'set', value: price }] });

/** Changes the item through a bulk edit, and returns its change set. */
async function edited({ server, params, as, item, next }: World): Promise<number> {
  const body = { selection: { template_id: 'sword', ids: [item] }, action: pricing(next()) };
  return (await server.call(bulkEdits.apply, { params, body }, as)).id ?? 0;
}

const bulkEditDoors: Record<string, Prepare> = {
  'bulk edit': (world) => editing(world, [world.item, world.other], pricing(world.next())),
  duplicate: (world) => editing(world, [world.item], { duplicate: { times: 2, label: 'Sword copy {n}' } }),
  'deletion of many': async (world) => {
    await world.haveSpare(true);
    return editing(world, [world.spare], { delete: true });
  },
  'find and replace': async (world) => {
    await world.change({ title: 'Old one' });
    return throughDoor(world, replacements, { find: 'old', replace_with: `New ${world.next()}` });
  },
};

const fileDoors: Record<string, Prepare> = {
  import: async ({ server, dev, item, version, next }) => {
    const record = { _id: item, _version: await version(), price: next() };
    const checked = await importFile(server, jsonLines([record, { _label: 'Sword', title: 'New' }]), {
      query: { dry_run: true },
    });
    return making(() => useApplyImport(dev), { importId: checked.import.id, decisions: {}, text });
  },
  'save of a grid': async ({ dev, item, version, next }) => {
    const lines = jsonLines([{ _id: item, _version: await version(), price: next() }]);
    return making(() => useSaveGrid(dev, 'sword', text), { lines, idempotencyKey: randomUUID() });
  },
  'import of translations': async ({ server, params, dev, as, next, change }) => {
    await change({ names: { en: { text: `Sword ${next()}` }, de: { text: 'Schwert', from: 'outdated' } } });
    const query = { format: 'csv', language: 'de' } as const;
    const { body } = await server.send(translations.download, { params, query }, as);
    const file = new File([String(body).replace('Schwert', 'Klinge')], 'texts.csv');
    return making(() => useImportTexts(dev, text), { file, dryRun: false, overwrite: false });
  },
  proposal: async ({ server, params, dev, as, proposalId }) => {
    const { check } = await server.call(proposals.get, { params: { ...params, proposalId } }, as);
    return making(() => useApplyProposal(dev, proposalId, text), { fingerprint: check?.fingerprint ?? '' });
  },
};

const restoringDoors: Record<string, Prepare> = {
  'restore of an item': async ({ dev, spare, haveSpare }) => {
    await haveSpare(false);
    return making(() => useUndoDeletion(dev), { item: { template_id: 'sword', id: spare } });
  },
  'restore of a template': async ({ dev, haveRelics }) => {
    await haveRelics(false);
    return making(() => useUndoDeletion(dev), { template: 'relic' });
  },
  'restore of a version of an item': async ({ dev: instanceId, item: id, version, change, next }) => {
    await change({ price: next() });
    const seen = await version();
    return making(() => useRestoreItem({ instanceId, templateId: 'sword', id }), { version: 1, seen });
  },
  'restore of a version of a template': async ({ server, params, dev: instanceId, as }) => {
    const templateId = 'sword';
    const { versions } = await server.call(history.listTemplate, { params: { ...params, templateId }, query: {} }, as);
    const seen = versions[0]?.version ?? 0;
    return making(() => useRestoreTemplate({ instanceId, templateId }), { version: seen - 1, seen });
  },
  'restore of a version of the menu': async ({ server, params, dev, as, next }) => {
    await server.call(menu.save, { params, body: { menu: [folder(next())] } }, as);
    const { versions } = await server.call(history.listMenu, { params, query: {} }, as);
    const { version: seen } = await server.call(menu.list, { params }, as);
    return making(() => useRestoreMenu(dev), { version: versions.at(-1)?.id ?? 0, seen });
  },
  'undo of a save of an item': async ({ dev, item: id, version, change, next }) => {
    await change({ price: next() });
    const saved = { name: 'Sword one', templateId: 'sword', id, version: await version(), isNew: false };
    return making(() => useUndoSave(dev), { ...saved, what: 'item' });
  },
  'undo of a save of a template': async ({ server, params, dev, as }) => {
    const templateId = 'sword';
    const { versions } = await server.call(history.listTemplate, { params: { ...params, templateId }, query: {} }, as);
    const version = versions[0]?.version ?? 0;
    const saved = { name: 'Swords', templateId, version, isNew: false, losesValues: false };
    return making(() => useUndoSave(dev), { ...saved, what: 'template' });
  },
  'undo of a save of the menu': async ({ server, params, dev, as, next }) => {
    const added = folder(next());
    const { version } = await server.call(menu.save, { params, body: { menu: [added] } }, as);
    const opposite = [{ ...added, status: 3 as const }];
    return making(() => useUndoSave(dev), { what: 'navigation', name: 'Navigation', version, opposite });
  },
  'replacement of links': async ({ dev: instanceId, item: id, other }) =>
    making(() => useReplaceLinks({ instanceId, templateId: 'sword', id }), other),
  undo: async (world) => making(() => useUndoChangeSet(world.dev), undoAtOnce(await edited(world))),
  'undo of an earlier one': async ({ dev, changeSetId }) =>
    making(() => useUndoChangeSet(dev), undoAtOnce(changeSetId)),
};

const starting = { about: {}, success: 'Done', onStarted: ignore };

const syncDoors: Record<string, Prepare> = {
  sync: async (world) => {
    await edited(world);
    await world.haveSpare(false);
    return making(() => useStartSync(world.dev), { scope: { kind: 'all' }, ...starting });
  },
  'undo of a sync': async (world) => {
    await edited(world);
    const { id } = await world.sync.all();
    return making(() => useStartSync(world.dev), { scope: { kind: 'undo', syncId: id ?? 0 }, ...starting });
  },
};

/** All features that change many items at once, or bring some back, and are followed by the same refresh. */
export const contentDoors = { ...bulkEditDoors, ...fileDoors, ...restoringDoors, ...syncDoors };

/** What is loaded again whenever it is opened: the differences between environments, and those from an export. */
const syncPages = [
  'Dev: changes to sync',
  'number of changes to sync',
  'difference to sync',
  'changes since the export',
];

/** What shows a deleted item: its own page, and what other pages show of it. */
const deleted = ['the spare item', 'sheet', 'count', 'neighbour', 'edits', 'labels'];

/** Changes of one item, template or menu, and what they leave stale until it is opened. */
export const singleChanges: Record<string, { prepare: Prepare; leaves: string[] }> = {
  'save of an item': {
    leaves: [...syncPages, 'item', 'Dev: overview', 'activity'],
    prepare: async ({ dev, item, read, version, next, fields }) => {
      const before = (await read())?.values ?? {};
      const place = { id: item, version: await version(), before, label: 'Sword one' };
      return making(() => useSaveItem(dev), { body: saveBody('sword', fields, { ...before, price: next() }, place) });
    },
  },
  'deletion of an item': {
    leaves: [...syncPages, ...deleted, 'Dev: overview', 'activity'],
    prepare: async ({ dev, spare, haveSpare }) => {
      await haveSpare(true);
      return making(() => useDeleteItem(dev, 'sword', { canUndo: true }), { id: spare, label: 'Spare' });
    },
  },
  'save of a template': {
    leaves: [
      ...syncPages,
      'Dev: template',
      'Dev: overview',
      'Dev: translations',
      'trash',
      'applied proposals',
      'activity',
    ],
    prepare: async ({ server, params, dev, as, fields, next }) => {
      const at = { params: { ...params, templateId: 'sword' }, query: {} };
      const version = (await server.call(history.listTemplate, at, as)).versions[0]?.version ?? 0;
      return making(() => useSaveTemplate(dev, 'Saved'), { id: 'sword', label: `Swords ${next()}`, version, fields });
    },
  },
  'deletion of a template': {
    leaves: [...syncPages, 'the spare template', 'Dev: overview', 'activity'],
    prepare: async ({ dev, haveRelics }) => {
      await haveRelics(true);
      return () => {
        const { mutateAsync, forget } = useDeleteTemplate(dev, 'relic', { label: 'Relics', canUndo: true });
        return async () => {
          await mutateAsync();
          forget();
        };
      };
    },
  },
  'save of the menu': {
    leaves: ['activity'],
    prepare: async ({ dev, next }) => {
      return making(() => useSaveMenu(dev), { menu: [folder(next())] });
    },
  },
};
