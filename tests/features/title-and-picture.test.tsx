import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { labelFromTitle } from '@quartermaster/contract/content/title-label.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import type { SaveTemplateField, TemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { changeSetPath } from '@quartermaster/contract/paths.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// The console loads it with its first use.
import '../../src/app/layout/palette/palette.tsx';
import { firstMapped } from '../../src/features/items/import/columns.tsx';
import { errorsOf } from '../../src/features/templates/model/check-draft.ts';
import { draftOf } from '../../src/features/templates/model/draft.ts';
import { changeSetting } from '../../src/features/templates/model/edits/change-setting.ts';
import { changeType } from '../../src/features/templates/model/edits/change-type.ts';
import { duplicateField, moveFields } from '../../src/features/templates/model/edits/edits.ts';
import { fieldsToMark, markedIn, markField } from '../../src/features/templates/model/edits/marks.ts';
import { DetailsTab } from '../../src/features/templates/settings/details-tab.tsx';
import { newImageItem } from '../../src/shared/images/image-item.ts';
import type { OpenSheet } from '../../src/shared/sheets/open-sheet.ts';
import { listStored } from '../../src/shared/storage/storage.ts';
import { settingsOf } from '../../src/shared/template-changes/template-state.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { renderEditorPart } from '../support/editor-part.tsx';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';
import { pixel } from './pixel.ts';

const fields = inOrder([
  field('name', 'text', { title: true }),
  field('lore', 'long-text'),
  field('portrait', 'item-link', { templateId: 'image', picture: true }),
  field('views', 'item-link-list', { templateId: 'image' }),
  field('friend', 'item-link', { templateId: 'hero' }),
  field('looks', 'group'),
  field('motto', 'text', { parentId: 'looks' }),
  field('skins', 'dynamic-group'),
  field('skin', 'text', { parentId: 'skins' }),
  field('icon', 'item-link', { parentId: 'skins', templateId: 'image' }),
]);

const treeOf = (list: readonly SaveTemplateField[]) => buildTree(list as unknown as TemplateField[]);
const draft = () => draftOf({ id: 'hero', label: 'Hero', fields });
const marksOf = (one: ReturnType<typeof draft>) => [markedIn(one, 'title'), markedIn(one, 'picture')];

/** Heroes with and without a portrait; each is a friend of the first. */
async function heroes() {
  const server = await startTestServer();
  await saveTemplate(server, 'hero', fields, { label: 'Heroes' });
  const dataUrl = `data:image/png;base64,${pixel}`;
  const { id: image } = await saveOne(server, newImageItem({ label: 'Crown', dataUrl, key: crypto.randomUUID() }));
  const first = await saveOne(server, saveBody('hero', fields, { portrait: image }, { label: 'Axe' }));
  const others = await saveAll(server, [
    saveBody('hero', fields, { portrait: image, friend: first.id }, { label: 'Lina' }),
    saveBody('hero', fields, { friend: first.id }, { label: 'Pudge' }),
  ]);
  const list = `/instance/${server.studio.dev}/templates/hero/items`;
  return { server, list, axe: first.id, lina: others[0]?.id ?? 0 };
}

const pictures = (element: HTMLElement) => element.querySelectorAll('img').length;
const untilPictures = (find: () => HTMLElement, count: number) => waitFor(() => expect(pictures(find())).toBe(count));
const label = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Label/ });
const input = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

test('the details of a template choose among the fields that can name and show its items', async () => {
  shows('5.finding.title');
  expect(fieldsToMark(draft(), 'title')).toEqual(['name', 'lore', 'motto']);
  expect(fieldsToMark(draft(), 'picture')).toEqual(['portrait', 'views']);
  const server = await startTestServer();
  await saveTemplate(server, 'hero', fields);
  const { user, settings, editor } = await renderEditorPart(<DetailsTab />, { server, templateId: 'hero' });
  const title = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Title field' });
  expect(title.value).toBe('The name');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Picture field' }).value).toBe('The portrait');
  await user.click(title);
  await user.click(await screen.findByRole('option', { name: 'The looks › The motto' }));
  expect([settings('name').title, settings('motto').title]).toEqual([undefined, true]);
  editor.undo();
  expect([settings('name').title, settings('motto').title]).toEqual([true, undefined]);
});

test('a field loses what it cannot be any more: in rows, as a copy, with another type or another link', () => {
  shows('5.finding.title');
  expect(marksOf(draft())).toEqual([['name'], ['portrait']]);
  const inRows = moveFields(draft(), ['name', 'portrait'], { parentId: 'skins', before: null });
  expect(marksOf(inRows)).toEqual([[], []]);
  expect(marksOf(moveFields(draft(), ['name'], { parentId: 'looks', before: null }))).toEqual([['name'], ['portrait']]);
  expect(marksOf(duplicateField(draft(), 'name')[0])).toEqual([['name'], ['portrait']]);
  expect(marksOf(changeType(draft(), 'name', 'integer'))).toEqual([[], ['portrait']]);
  expect(marksOf(changeType(draft(), 'name', 'long-text'))).toEqual([['name'], ['portrait']]);
  expect(marksOf(changeSetting(draft(), 'portrait', 'templateId', 'hero', false))).toEqual([['name'], []]);
  const inner = markField(draft(), 'title', 'motto');
  expect(marksOf(changeType(inner, 'looks', 'dynamic-group'))).toEqual([[], ['portrait']]);
  expect(marksOf(moveFields(inner, ['looks'], { parentId: 'skins', before: null }))).toEqual([[], ['portrait']]);
  expect(marksOf(markField(inner, 'title', null))).toEqual([[], ['portrait']]);
  // As after a merge, in which both sides have chosen one.
  const settings = new Map([...inner.settings, ...draft().settings]).set('motto', settingsOf(inner, 'motto'));
  expect(errorsOf({ ...inner, settings }, 'motto')).toEqual({ title: 'another field is the title field already' });
});

test('the label of a new item follows its title until it is typed, and again once it is empty', async () => {
  shows('5.finding.title-label');
  const { server, list } = await heroes();
  const { user } = await renderConsole(`${list}/new`, { server, as: 'owner' });
  await user.type(await input('The name'), '  Crystal');
  expect((await label()).value).toBe('Crystal');
  await user.type(await input('The name'), ' Maiden');
  expect((await label()).value).toBe('Crystal Maiden');
  await user.type(await label(), '!');
  await user.type(await input('The name'), ' of ice');
  expect((await label()).value).toBe('Crystal Maiden!');
  await user.clear(await label());
  await user.type(await input('The name'), ' x');
  expect((await label()).value).toBe('Crystal Maiden of ice x');
  // Another field is no title.
  await user.type(await input('The motto'), 'Cold');
  expect((await label()).value).toBe('Crystal Maiden of ice x');
});

test('the label of an existing item does not follow its title, nor does that of a copy', async () => {
  shows('5.finding.title-label');
  const { server, list, axe } = await heroes();
  const view = await renderConsole(`${list}/${axe}/edit`, { server, as: 'owner' });
  await view.user.type(await input('The name'), 'Mogul Khan');
  expect((await label()).value).toBe('Axe');
  view.close();
  const copy = await renderConsole(`${list}/new?copy=${axe}`, { server, as: 'owner' });
  await copy.user.type(await input('The name'), 'Mogul Khan');
  expect((await label()).value).toBe('Axe (copy)');
});

test('a copy that was not changed is left without a question, and a changed one with it', async () => {
  const { server, list, axe } = await heroes();
  const { user, untilPath } = await renderConsole(`${list}/new?copy=${axe}`, { server, as: 'owner' });
  const leave = async () => user.click(await screen.findByRole('link', { name: /^Back to/ }));
  expect((await label()).value).toBe('Axe (copy)');
  await leave();
  await untilPath(list);
  expect(listStored('draft:')).toEqual([]);
  const changed = await renderConsole(`${list}/new?copy=${axe}`, { server, as: 'owner' });
  await changed.user.type(await input('The name'), 'x');
  await leave();
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
});

test('a label is one line of the title in the source language, as long as a label can be', () => {
  shows('5.finding.title-label');
  const localised = treeOf([field('names', 'localised-text', { source: 'en', title: true })]);
  expect(labelFromTitle(localised, { names: { de: { text: 'Axt' }, en: { text: ' Axe\nof  war ' } } })).toBe(
    'Axe of war',
  );
  const plain = treeOf(fields);
  expect(labelFromTitle(plain, { name: 'a'.repeat(300) })).toBe('a'.repeat(255));
  expect(labelFromTitle(plain, { name: `${'a'.repeat(254)}😀` })).toBe('a'.repeat(254));
  expect([labelFromTitle(plain, {}), labelFromTitle(treeOf([]), { name: 'x' })]).toEqual(['', '']);
});

test('an import without a label column takes labels from the title field before columns called name or title', () => {
  shows('5.finding.title-label');
  const sheet = (...names: string[]) =>
    ({
      columns: names.map((name) => ({ name, letters: 'A', examples: [], guess: { filled: 1 } })),
    }) as unknown as OpenSheet;
  const labelOf = (list: readonly SaveTemplateField[], ...names: string[]) =>
    firstMapped({ instanceId: 1, templateId: 'hero' }, treeOf(list), sheet(...names)).label;
  const motto = inOrder([
    field('name', 'text'),
    field('looks', 'group'),
    field('motto', 'text', { parentId: 'looks', title: true }),
  ]);
  expect(labelOf(motto, 'name', 'looks.motto')).toBe(1);
  expect(labelOf(motto, 'name', 'other')).toBe(0);
  expect(labelOf(inOrder([field('name', 'text'), field('motto', 'text')]), 'motto', 'name')).toBe(1);
  const localised = inOrder([field('name', 'text'), field('names', 'localised-text', { source: 'de', title: true })]);
  expect(labelOf(localised, 'name', 'names.en', 'names.de')).toBe(2);
});

test('a list has the picture before the label, and an empty square without one', async () => {
  shows('5.finding.picture');
  const { server, list } = await heroes();
  const { user } = await renderConsole(list, { server, as: 'owner' });
  const row = (name: RegExp) => screen.getByRole('row', { name });
  await screen.findByRole('link', { name: 'Lina' });
  const nextToLabel = (name: string) => screen.getByRole('link', { name });
  await untilPictures(() => nextToLabel('Lina'), 1);
  expect(pictures(nextToLabel('Pudge'))).toBe(0);
  expect(nextToLabel('Pudge').firstElementChild?.className).toBe(nextToLabel('Lina').firstElementChild?.className);
  // A link to an item with a picture has it, too.
  await untilPictures(() => within(row(/Pudge/)).getByRole('link', { name: 'Axe' }), 1);
  // Also if the column of the field is hidden.
  await user.click(screen.getByRole('button', { name: /Columns/ }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'The portrait' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: /The portrait/ })).toBeNull());
  await untilPictures(() => nextToLabel('Lina'), 1);
});

test('the grid has the picture before the label', async () => {
  shows('5.finding.picture');
  const { server, list } = await heroes();
  await renderConsole(`${list}/grid`, { server, as: 'owner' });
  const cell = (name: string) => screen.getByRole('rowheader', { name });
  await screen.findByRole('rowheader', { name: 'Lina' });
  await untilPictures(() => cell('Lina'), 1);
  expect([pictures(cell('Pudge')), cell('Pudge').childElementCount]).toEqual([0, 1]);
});

test('the trash has the picture that an item had', async () => {
  shows('5.finding.picture');
  const { server, lina } = await heroes();
  const params = { instanceId: server.studio.dev, templateId: 'hero', id: lina };
  await server.call(items.delete, { params }, { as: 'owner' });
  await renderConsole(`/trash?instance=${server.studio.dev}`, { server, as: 'owner' });
  const row = await screen.findByRole('row', { name: /Lina/ });
  expect(pictures(row)).toBe(1);
});

test('pickers, the palette and the uses of an item have its picture', async () => {
  shows('5.finding.picture');
  const { server, list, axe, lina } = await heroes();
  const { user, untilPath } = await renderConsole(`${list}/${lina}/edit`, { server, as: 'owner' });
  await user.click(await screen.findByRole('combobox', { name: 'The friend' }));
  await untilPictures(() => screen.getByRole('option', { name: /Lina/ }), 1);
  const pudge = screen.getByRole('option', { name: /Pudge/ });
  expect([pictures(pudge), pudge.childElementCount]).toEqual([0, 3]);
  await user.keyboard('{Escape}{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search everything' }), 'axe');
  const found = await screen.findByRole('option', { name: new RegExp(`#${axe}`) });
  await untilPictures(() => found, 1);
  await user.click(found);
  await untilPath(`${list}/${axe}/edit`);
  await waitFor(async () => expect((await label()).value).toBe('Axe'));
  await user.click(await screen.findByRole('button', { name: 'Used by', expanded: false }));
  const uses = await screen.findByRole('list', { name: 'Heroes › The friend' });
  await untilPictures(() => within(uses).getByRole('link', { name: /Lina/ }), 1);
  expect(pictures(within(uses).getByRole('link', { name: /Pudge/ }))).toBe(0);
});

test('the head of an item has its picture, an empty square without one, and nothing for a template without pictures', async () => {
  shows('5.finding.picture');
  const { server, list, axe } = await heroes();
  const head = () => screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement;
  const first = await renderConsole(`${list}/${axe}/edit`, { server, as: 'owner' });
  await untilPictures(head, 1);
  first.close();
  await saveTemplate(server, 'thing', [field('name', 'text')]);
  const { id } = await saveOne(server, saveBody('thing', [field('name', 'text')], {}, { label: 'One' }));
  await renderConsole(`/instance/${server.studio.dev}/templates/thing/items/${id}/edit`, { server, as: 'owner' });
  await label();
  expect(pictures(head())).toBe(0);
});

test('differences have the picture before the label: a sync, a bulk edit, its changes, and a proposal', async () => {
  shows('5.finding.picture-others');
  const { server, list, axe } = await heroes();
  await choose(server, 'owner', server.studio.dev);
  const synced = await renderConsole('/instance-sync', { server, as: 'owner' });
  const heading = (name: string) => screen.getByRole('rowheader', { name });
  await screen.findByRole('rowheader', { name: 'Lina' });
  expect([pictures(heading('Lina')), pictures(heading('Pudge'))]).toEqual([1, 0]);
  // The place of a picture, so that labels stay in line.
  expect(heading('Pudge').querySelectorAll('a, span')).toHaveLength(heading('Lina').querySelectorAll('a, span').length);
  synced.close();
  const opened = await renderConsole(list, { server, as: 'owner' });
  const { user } = opened;
  for (const name of ['Lina', 'Pudge'])
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^Select ${name} #`) }));
  const bar = await screen.findByRole('group', { name: 'Selected rows' });
  await user.click(within(bar).getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 items' }));
  const preview = () => [...dialog.getByRole('list', { name: 'Preview' }).children] as HTMLElement[];
  await waitFor(() => expect(preview().map(pictures)).toEqual([1, 0]));
  await user.click(await dialog.findByRole('button', { name: 'Delete 2 items' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  opened.close();
  const params = { instanceId: server.studio.dev };
  const { change_sets: sets } = await server.call(changeSets.list, { params, query: {} }, { as: 'owner' });
  const path = changeSetPath(sets[0]?.id ?? 0, server.studio.dev);
  const changes = await renderConsole(path, { server, as: 'owner' });
  await untilPictures(() => heading('Lina'), 1);
  changes.close();
  const proposed = [{ template_id: 'hero', items: [{ _id: axe, lore: 'Old' }] }];
  const body = { title: 'Lore', note: '', changes: proposed };
  const { proposal } = await server.call(proposals.create, { params, body }, { as: 'owner' });
  await renderConsole(`/proposals/${proposal.id}?instance=${server.studio.dev}`, { server, as: 'owner' });
  const rows = await screen.findByRole('list', { name: 'Rows of Heroes' });
  await untilPictures(() => rows, 1);
});
