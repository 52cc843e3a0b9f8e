import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree, type TreeField } from '@quartermaster/contract/content/template-tree.ts';
import type { SaveTemplateField, Template } from '@quartermaster/contract/endpoints/templates.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { jsonTokens } from '../../src/features/templates/preview/json-tokens.ts';
import { exportable, fieldKinds, pickValidValues } from '../../src/features/templates/preview/pick-valid-values.ts';
import { partsOf } from '../../src/shared/item-form/lazy-fields.tsx';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { watchElements } from '../support/watch-elements.ts';

type Options = Omit<NonNullable<Parameters<typeof renderConsole>[1]>, 'server'>;

/** Names that JavaScript would sort first, a group, nested rows, links: everything that an export could get wrong. */
const swordFields = inOrder([
  field('title', 'text', { required: true, maximum: 20 }),
  field('power', 'integer', { name: '7' }),
  field('weight', 'float'),
  field('magic', 'boolean'),
  field('looks', 'group'),
  field('rarity', 'text', { parentId: 'looks' }),
  field('parts', 'item-link-list', { templateId: 'sword' }),
  field('bonuses', 'dynamic-group'),
  field('stat', 'text', { parentId: 'bonuses' }),
  field('levels', 'dynamic-group', { parentId: 'bonuses' }),
  field('step', 'float', { parentId: 'levels' }),
]);

async function openSword(tab: 'preview' | 'json', fields: SaveTemplateField[] = swordFields, options: Options = {}) {
  const server = await startTestServer();
  await saveTemplate(server, 'sword', fields, { label: 'Sword' });
  const [other] = await saveAll(server, [saveBody('sword', fields, { title: 'x' }, { label: 'Old sword' })]);
  const path = `/instance/${server.studio.dev}/templates/sword/edit?tab=${tab}`;
  const view = await renderConsole(path, { as: 'owner', ...options, server });
  await screen.findByRole('heading', { level: 1, name: 'Edit template Sword' });
  if (tab === 'preview') await screen.findByRole('form', { name: 'Preview form' });
  return { ...view, other: other?.id ?? 0 };
}

type User = Awaited<ReturnType<typeof openSword>>['user'];

const input = (name: string) => screen.getByLabelText(new RegExp(`^The ${name}`), { selector: 'input, textarea' });
const show = (user: User, name: string) => user.click(screen.getByRole('tab', { name }));
const showForm = async (user: User) => {
  await show(user, 'Preview form');
  await screen.findByRole('form', { name: 'Preview form' });
};
const json = async () => (await screen.findByRole('region', { name: 'JSON preview' })).textContent;

async function untilJson(wanted: unknown) {
  await waitFor(async () => expect(JSON.parse((await json()) ?? '')).toEqual(wanted));
}

const empty = {
  id: 1,
  title: null,
  7: null,
  weight: null,
  magic: null,
  looks: { rarity: null },
  parts: [],
  bonuses: [],
};

test('without fields both previews show a message', async () => {
  shows('2.2.preview.add-fields');
  const server = await startTestServer();
  const path = `/instance/${server.studio.dev}/templates/new?tab=preview`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  expect(await screen.findByText('Add fields to preview form')).toBeTruthy();
  await show(user, 'JSON preview');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('JSON preview');
  expect(await screen.findByText('Add fields to preview form')).toBeTruthy();
});

test('values entered in the real form appear as the server exports them, and stay when tabs are switched', async () => {
  shows('2.2.dynamic-group.clones');
  const { user, other } = await openSword('preview');
  await user.type(input('title'), 'Excalibur');
  await user.type(input('power'), '120');
  await user.type(input('rarity'), 'mythic');
  await user.click(screen.getByRole('combobox', { name: /^The parts/ }));
  await user.click(await screen.findByRole('option', { name: `Old sword #${other}` }));
  await user.click(screen.getByRole('button', { name: 'Add group' }));
  const row = await screen.findByRole('listitem', { name: 'The bonuses row 1' });
  await user.type(within(row).getByLabelText(/^The stat/), 'str');
  await user.click(within(row).getByRole('button', { name: 'Add group' }));
  await user.type(await within(row).findByLabelText(/^The step/), '0.5');

  await show(user, 'JSON preview');
  await untilJson({
    ...empty,
    title: 'Excalibur',
    7: 120,
    looks: { rarity: 'mythic' },
    parts: [other],
    bonuses: [{ stat: 'str', levels: [{ step: 0.5 }] }],
  });
  // In the template’s order; a JavaScript object would sort the 7 first.
  const keys = (await json())?.match(/^ {2}"[^"]+"/gm)?.map((key) => key.trim());
  expect(keys).toEqual(['"id"', '"title"', '"7"', '"weight"', '"magic"', '"looks"', '"parts"', '"bonuses"']);
  expect(screen.queryByText('Populate fields in Preview form')).toBeNull();

  await showForm(user);
  expect(input('title')).toHaveProperty('value', 'Excalibur');
  expect(input('power')).toHaveProperty('value', '120');
  expect(input('step')).toHaveProperty('value', '0.5');
  // Even though its picker offers the same item.
  expect(await screen.findByTitle('Old sword')).toBeTruthy();
});

test('an invalid value shows its error on blur, and is left out of the JSON', async () => {
  const { user } = await openSword('preview');
  await user.type(input('title'), 'A name of more than twenty letters');
  expect(screen.queryByText('must be at most 20 characters')).toBeNull();
  await user.type(input('power'), '1.5');
  expect(await screen.findByText('must be at most 20 characters')).toBeTruthy();
  await user.tab();
  expect(await screen.findByText('should be integer')).toBeTruthy();
  await show(user, 'JSON preview');
  expect(await screen.findByText(/^2 values break the rules of their fields and are left out/)).toBeTruthy();
  await untilJson(empty);
  await showForm(user);
  // An error that was shown stays while it still applies.
  expect(screen.getByText('must be at most 20 characters')).toBeTruthy();
});

test('after edits of the fields both previews update, and keep the values whose fields still exist', async () => {
  const { user } = await openSword('preview');
  await user.type(input('title'), 'Excalibur');
  await user.type(input('power'), '7');
  await user.type(input('weight'), '2.5');
  await show(user, 'Fields');
  const line = (name: RegExp) => screen.findByRole('treeitem', { name });
  await user.click(await line(/The power/));
  await user.keyboard('{Delete}');
  await user.click(await screen.findByRole('button', { name: 'Yes, remove field' }));
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /The power/ })).toBeNull());
  // The dialog returns focus as it closes.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tree')));
  await user.click(await line(/The title/));
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await user.clear(name);
  await user.type(name, 'called');
  await user.click(await line(/The weight/));
  await user.click(await screen.findByRole('combobox', { name: /^Type/ }));
  await user.click(await screen.findByRole('option', { name: 'Text' }));

  await showForm(user);
  expect(input('title')).toHaveProperty('value', 'Excalibur');
  expect(input('weight')).toHaveProperty('value', '');
  expect(screen.queryByLabelText(/^The power/)).toBeNull();
  await show(user, 'JSON preview');
  const { title, 7: power, ...rest } = empty;
  await untilJson({ ...rest, called: 'Excalibur' });

  // After undo the field is back, but its value is not.
  await show(user, 'Fields');
  await line(/The weight/);
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  await showForm(user);
  expect(input('weight')).toHaveProperty('value', '');
  expect(input('title')).toHaveProperty('value', 'Excalibur');
});

test('with no values entered, a hint shows above the JSON, which is highlighted and copied in full', async () => {
  shows('2.2.preview.populate-fields');
  const { user } = await openSword('json');
  await untilJson(empty);
  expect(screen.getByText('Populate fields in Preview form')).toBeTruthy();
  const region = screen.getByRole('region', { name: 'JSON preview' });
  const kinds = (kind: string) => [...region.querySelectorAll(`[data-kind="${kind}"]`)].map((el) => el.textContent);
  expect(kinds('key').slice(0, 3)).toEqual(['"id"', '"title"', '"7"']);
  expect(kinds('number')).toEqual(['1']);
  expect(kinds('literal')).toContain('null');
  await user.click(screen.getByRole('button', { name: 'Copy JSON' }));
  expect(await navigator.clipboard.readText()).toBe(region.textContent);
});

test('a JSON preview that fails shows an error and can be retried', async () => {
  let isBroken = true;
  const { user } = await openSword('json', swordFields, {
    intercept: (fetch) => async (url, init) => {
      if (!isBroken || !String(url).endsWith('/example-export')) return fetch(url, init);
      const body = { status_code: 422, error: 'invalid', message: 'No such example.' };
      return new Response(JSON.stringify(body), { status: 422 });
    },
  });
  expect(await screen.findByText('The JSON could not be created')).toBeTruthy();
  expect(screen.getByText('No such example.')).toBeTruthy();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await untilJson(empty);
});

/** Opens the template with invalid settings of the field `weight`, and records the requested examples. */
async function openChanged(tab: 'preview' | 'json', settings: object) {
  const sent: string[] = [];
  const view = await openSword(tab, swordFields, {
    intercept: (fetch) => async (url, init) => {
      if (String(url).endsWith('/example-export')) sent.push(String(init?.body));
      const answer = await fetch(url, init);
      if (!String(url).endsWith('/templates/sword')) return answer;
      const template: Template = await answer.json();
      const fields = template.fields.map((entry) =>
        entry.id === 'weight' ? { ...entry, settings: { ...entry.settings, ...settings } } : entry,
      );
      return new Response(JSON.stringify({ ...template, fields }));
    },
  });
  return { ...view, sent };
}

test('the preview keeps an image as it was read, and sends it without preview-only properties', async () => {
  shows('2.3.image.prefix-preview');
  const { user, sent } = await openChanged('preview', { type: 'image' });
  const file = new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)], 'sword.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Image file'), { target: { files: [file] } });
  const source = async () => (await screen.findByRole('img', { name: 'Preview' })).getAttribute('src');
  expect(await source()).toBe('data:image/png;base64,iVBORw==');
  await show(user, 'JSON preview');
  await waitFor(() => expect(sent.map((body) => JSON.parse(body).item_fields[0].value)).toEqual(['iVBORw==']));
  await showForm(user);
  expect(await source()).toBe('data:image/png;base64,iVBORw==');
});

test('invalid fields must be fixed before there is a JSON', async () => {
  const { sent } = await openChanged('json', { name: 'a name!' });
  expect(await screen.findByText('Fix the marked fields first')).toBeTruthy();
  expect(screen.getByText(/The weight/)).toBeTruthy();
  expect(sent).toEqual([]);
});

test('of 2,000 fields only those near the viewport render, and of their JSON only the visible lines', async () => {
  const watched = watchElements();
  const fields = inOrder([
    ...Array.from({ length: 1999 }, (_, place) =>
      field(`field_${place}`, 'integer', { parentId: place < 1000 ? null : 'inner' }),
    ),
    field('inner', 'group'),
  ]);
  const { user } = await openSword('preview', fields);
  await waitFor(() => expect(watched.length).toBeGreaterThan(40));
  const inputs = () => screen.queryAllByRole('textbox').length;
  expect(inputs()).toBe(48);
  await waitFor(() => {
    watched.find(({ element }) => element.matches('[role="group"]'))?.see();
    expect(inputs()).toBe(72);
  });
  await user.type(input('field_8'), '8');
  await show(user, 'JSON preview');
  await waitFor(async () => expect(await json()).toContain('"field_8": 8'));
  expect(screen.getByRole('region', { name: 'JSON preview' }).querySelectorAll('code').length).toBeLessThan(100);
  await user.click(screen.getByRole('button', { name: 'Copy JSON' }));
  expect(Object.keys(JSON.parse(await navigator.clipboard.readText()).inner)).toHaveLength(999);
});

test('a level is split into chunks of fields without loss, keeping each group with its contents', () => {
  const tree = buildTree(
    inOrder([
      ...Array.from({ length: 30 }, (_, place) => field(`a${place}`, 'text')),
      field('big', 'group'),
      ...Array.from({ length: 100 }, (_, place) => field(`b${place}`, 'text', { parentId: 'big' })),
      field('last', 'text'),
    ]),
  );
  const parts = partsOf(tree);
  expect(parts.map((part) => part.length)).toEqual([24, 6, 1, 1]);
  expect(parts.flat()).toEqual(tree);
  const [part] = parts;
  expect(part && partsOf(part)).toEqual([part]);
});

const values: ItemValues = {
  title: 'Excalibur',
  power: 7,
  parts: [3],
  bonuses: [{ stat: 'str', levels: [{ step: 1 }, { step: 2 }] }],
};
const changed = (change: (fields: TreeField[]) => TreeField[]) => {
  const before = buildTree(swordFields);
  return pickValidValues(buildTree(change(structuredClone(swordFields))), values, fieldKinds(before));
};
const set = (fields: TreeField[], id: string, settings: object, place: Partial<TreeField> = {}): TreeField[] =>
  fields.map((entry) =>
    entry.id === id
      ? { ...entry, ...place, settings: { ...entry.settings, ...settings } as TreeField['settings'] }
      : entry,
  );

test('renamed, moved and added fields keep the entered values', () => {
  expect(changed((fields) => set(fields, 'title', { name: 'name', label: 'Name', minimum: 3 }))).toEqual(values);
  expect(changed((fields) => set(fields, 'power', {}, { parentId: 'looks', order: 40 }))).toEqual(values);
  expect(changed((fields) => [...fields, field('more', 'text')])).toEqual(values);
  expect(changed((fields) => set(fields, 'levels', { name: 'steps' }, { order: 0 }))).toEqual(values);
});

test('a field that was removed, or whose type, link target or rows changed, loses its entered value', () => {
  const { title, power, ...rest } = values;
  expect(changed((fields) => fields.filter(({ id }) => id !== 'title'))).toEqual({ power, ...rest });
  expect(changed((fields) => set(fields, 'power', { type: 'float' }))).toEqual({ title, ...rest });
  expect(changed((fields) => set(fields, 'parts', { templateId: 'shield' }))).not.toHaveProperty('parts');
  expect(changed((fields) => set(fields, 'power', {}, { parentId: 'bonuses' }))).toEqual({ title, ...rest });
  expect(changed((fields) => fields.filter(({ id }) => id !== 'step'))).toMatchObject({
    bonuses: [{ stat: 'str', levels: [{}, {}] }],
  });
  expect(changed((fields) => fields.filter(({ id }) => id !== 'bonuses'))).toEqual({ title, power, parts: [3] });
});

test('an example contains the valid values, and counts the invalid ones', () => {
  const wrong = { ...values, title: 'x'.repeat(21), bonuses: [{ stat: 'str', levels: [{ step: 'much' }] }] };
  expect(exportable(buildTree(swordFields), wrong)).toEqual({
    values: { power: 7, parts: [3], bonuses: [{ stat: 'str', levels: [{}] }] },
    omitted: 2,
  });
});

test('the tokens of the JSON make up the text, each with its kind', () => {
  const line = '  "a \\" : b": ["c: \\\\", "true", -1.5e+7, true, false, null, 0, {}],';
  const tokens = jsonTokens(line);
  expect(tokens.map(({ text }) => text).join('')).toBe(line);
  const of = (kind: string) => tokens.filter((token) => token.kind === kind).map(({ text }) => text);
  expect(of('key')).toEqual(['"a \\" : b"']);
  expect(of('string')).toEqual(['"c: \\\\"', '"true"']);
  expect(of('number')).toEqual(['-1.5e+7', '0']);
  expect(of('literal')).toEqual(['true', 'false', 'null']);
  expect(jsonTokens('')).toEqual([]);
});
