import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { runChanges } from '../../server/content/documents/value-changes/change-values.ts';
import { loadTemplate } from '../../server/content/model/template-models.ts';
import { dryRunTemplate, saveTemplate } from '../../server/content/schema/save/save-template.ts';
import type { Editor } from '../../server/content/schema/save/store-revision.ts';
import { exportItem } from '../../server/core/files/export-item.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

type Exported = Record<string, unknown>;

let server: TestServer;
let editor: Editor;

beforeAll(async () => {
  server = await startTestServer();
  await seedDemo(server.app.deps, () => {});
  const [owner] = await query<{ instanceId: number; accountId: number }>(
    `select i.id as "instanceId", m.account_id as "accountId" from instances i join projects p on p.id = i.project_id
      join workspace_members m on m.workspace_id = p.workspace_id and m.role_id = 1 where p.name = 'Dota 2' and i.env = 'Dev'`,
  );
  if (!owner) throw new Error('The demo has no owner.');
  const { instanceId, accountId } = owner;
  editor = { instanceId, actor: { kind: 'account', accountId }, origin: 'form' };
});

const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);

async function modelOf(templateId: string) {
  const model = await loadTemplate(server.app.deps.database.query, editor.instanceId, templateId);
  if (!model) throw new Error(`There is no ${templateId}.`);
  return model;
}

/** Every item of the template as in an exported file. */
async function exported(templateId: string): Promise<Exported[]> {
  const { key, tree } = await modelOf(templateId);
  const rows = await query<{ id: number; values: never }>(
    'select id, "values" from items where template_key = $1 order by id',
    [key],
  );
  return rows.map(({ id, values }) => JSON.parse(exportItem(tree, id, values)));
}

/** Saves the template with the fields that `change` returns. */
async function bodyWith(templateId: string, change: (fields: SaveTemplateField[]) => SaveTemplateField[]) {
  const { label, version, fields } = await modelOf(templateId);
  const saved = fields.map(({ id, settings, parentId, order }) => ({ id, settings, parentId, order }));
  return { id: templateId, label, version, fields: change(saved as SaveTemplateField[]) };
}
async function save(templateId: string, change: (fields: SaveTemplateField[]) => SaveTemplateField[]) {
  await saveTemplate(server.app.deps, editor, await bodyWith(templateId, change));
  await eventually(async () => {
    await runChanges(server.app.deps, new AbortController().signal);
    // It also ends if the job is running a step at that moment.
    expect(await query('select 1 from template_changes')).toEqual([]);
  });
}
async function effectsOf(templateId: string, change: (fields: SaveTemplateField[]) => SaveTemplateField[]) {
  const { effects } = await dryRunTemplate(server.app.deps, editor.instanceId, await bodyWith(templateId, change));
  return new Map(effects.map((effect) => [effect.field_id, effect]));
}

const without =
  (...ids: string[]) =>
  (fields: SaveTemplateField[]) =>
    fields.filter(({ id }) => !ids.includes(id));
const withSettings = (id: string, settings: object) => (fields: SaveTemplateField[]) =>
  fields.map((field) =>
    field.id === id
      ? { ...field, settings: { ...field.settings, ...settings } as SaveTemplateField['settings'] }
      : field,
  );

/** Every value of an exported field, in rows too. */
const valuesOf = (value: unknown, name: string): unknown[] => {
  if (Array.isArray(value)) return value.flatMap((entry) => valuesOf(entry, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === name ? [member] : valuesOf(member, name)));
};

/** Each test leaves the template with the values that it started with. */
describe('changing a demo template, with the exports before and after compared value by value', () => {
  it('renamed fields keep every value, under the new name', async () => {
    const before = await exported('item');
    await save('item', (fields) =>
      withSettings('attrib', { name: 'attributes' })(withSettings('cost', { name: 'price', label: 'Price' })(fields)),
    );
    const expected = before.map(({ cost, attrib, ...others }) => ({ ...others, price: cost, attributes: attrib }));
    expect(await exported('item')).toEqual(expected);
    await save('item', (fields) =>
      withSettings('attrib', { name: 'attrib' })(withSettings('cost', { name: 'cost', label: 'Cost' })(fields)),
    );
    expect(await exported('item')).toEqual(before);
  });

  it('removed fields are missing from the export and nothing else changes; restoring them restores every value', async () => {
    const before = await exported('ability');
    const { fields } = await bodyWith('ability', (all) => all);
    const removed = [
      'desc',
      'lore',
      'attrib-header',
      'attrib-value',
      'attrib-value-value',
      'usage-mc',
      'usage-mc-value',
    ];
    expect(removed.filter((id) => !fields.some((field) => field.id === id))).toEqual([]);
    const effects = await effectsOf('ability', without(...removed));
    expect(effects.get('desc')?.items).toBe(before.filter(({ desc }) => desc !== null).length);
    expect(effects.get('attrib-header')?.items).toBe(
      before.filter(({ attrib }) => valuesOf(attrib, 'header').some((header) => header !== null)).length,
    );
    await save('ability', without(...removed));
    const expected = before.map(({ desc, lore, usage, attrib, ...others }) => {
      const { mc, ...kept } = usage as Exported;
      const rows = attrib as Exported[];
      return { ...others, usage: kept, attrib: rows.map(({ header, value, ...row }) => row) };
    });
    expect(await exported('ability')).toEqual(expected);
    const back = await effectsOf('ability', () => fields);
    expect(back.get('desc')).toMatchObject({ restored: effects.get('desc')?.items, unrestorable: { count: 0 } });
    await save('ability', () => fields);
    expect(await exported('ability')).toEqual(before);
  });

  it('a template that loses all its fields gets them all back', async () => {
    for (const templateId of ['item', 'hero']) {
      const before = await exported(templateId);
      const { fields } = await bodyWith(templateId, (all) => all);
      await save(templateId, () => []);
      expect(await exported(templateId)).toEqual(before.map(({ id }) => ({ id })));
      await save(templateId, () => fields);
      expect(await exported(templateId)).toEqual(before);
    }
  });

  it('a type change is rejected with the values that do not fit, and accepted if all fit', async () => {
    const before = await exported('hero');
    const levels = before.filter(({ talents }) => (talents as Exported[]).some(({ level }) => level !== null)).length;
    const asText = withSettings('talents-level', { type: 'text' });
    expect((await effectsOf('hero', asText)).get('talents-level')?.incompatible.count).toBe(levels);
    await expect(save('hero', asText)).rejects.toMatchObject({ status: 422 });
    const asFloat = withSettings('talents-level', { type: 'float' });
    expect((await effectsOf('hero', asFloat)).get('talents-level')?.incompatible.count).toBe(0);
    await save('hero', asFloat);
    expect(await exported('hero')).toEqual(before);
    await save('hero', withSettings('talents-level', { type: 'integer' }));
    const fraction = withSettings('attributes-str_gain', { type: 'integer' });
    const fractions = before.filter(({ attributes }) => !Number.isInteger((attributes as Exported).str_gain)).length;
    expect((await effectsOf('hero', fraction)).get('attributes-str_gain')?.incompatible.count).toBe(fractions);
    expect(fractions).toBeGreaterThan(50);
    await expect(save('hero', fraction)).rejects.toMatchObject({ status: 422 });
    expect(await exported('hero')).toEqual(before);
  });

  it.each([
    ['item', 'cost', 'cost', (value: unknown) => Number(value)],
    ['item', 'attrib-value', 'value', (value: unknown) => String(value).length],
    ['ability', 'desc', 'desc', (value: unknown) => String(value).length],
  ])(
    'a limit on %s.%s is rejected with the values beyond it, and accepted at the largest value',
    async (template, id, name, measure) => {
      const before = await exported(template);
      const [group] = id.split('-');
      const measured = before.map((item) =>
        valuesOf(id.includes('-') ? item[group ?? ''] : { [name]: item[name] }, name)
          .filter((value) => value !== null)
          .map(measure),
      );
      const sizes = measured.flat().toSorted((a, b) => b - a);
      const [largest = 0, limit = 0] = [sizes[0], sizes[Math.floor(sizes.length / 10)]];
      const beyond = before.filter((_, index) => measured[index]?.some((size) => size > limit));
      const { incompatible } = (await effectsOf(template, withSettings(id, { maximum: limit }))).get(id) ?? {};
      expect(incompatible?.count).toBe(beyond.length);
      expect(beyond.length).toBeGreaterThan(10);
      expect(incompatible?.sample.map((item) => item.id)).toEqual(beyond.slice(0, 20).map((item) => item.id));
      await expect(save(template, withSettings(id, { maximum: limit }))).rejects.toMatchObject({ status: 422 });
      await save(template, withSettings(id, { maximum: largest }));
      expect(await exported(template)).toEqual(before);
    },
  );
});
