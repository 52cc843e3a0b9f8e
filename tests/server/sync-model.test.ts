import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { expect, test } from 'vitest';
import { indexOf } from '../../server/core/content/index-rows.ts';
import { templateModel } from '../../server/core/content/template-model.ts';
import type { StoredField } from '../../server/core/tables/content.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { eventually } from '../support/eventually.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { contentOf, syncOf } from '../support/sync.ts';
import * as model from '../support/sync-model.ts';

/** How many random histories are tried, and the first of their seeds. */
const histories = Number(process.env.SYNC_HISTORIES ?? 6);
const firstSeed = Number(process.env.SYNC_SEED ?? 1);
const stepsOfEach = 14;

const as = { as: 'owner' } as const;
const fieldIds = ['text', 'number', 'link', 'links'];
const made = (id: string): SaveTemplateField => {
  if (id === 'link') return field(id, 'item-link', { templateId: 'alpha' });
  if (id === 'links') return field(id, 'item-link-list', { templateId: 'alpha' });
  return field(id, id === 'text' ? 'text' : 'integer');
};
const fieldsOf = (ids: readonly string[]) => inOrder(ids.map(made));

/** A project on the server, and what the model says of it. */
class History {
  readonly dice: Dice;
  readonly server: TestServer;
  readonly project = model.emptyProject();
  readonly syncs: { id: number; done: model.ModelSync }[] = [];
  readonly log: string[] = [];

  constructor(server: TestServer, seed: number) {
    this.server = server;
    this.dice = diceOf(seed);
  }

  idOf(env: model.Env): number {
    const { dev, stage, prod } = this.server.studio;
    return { Dev: dev, Stage: stage, Prod: prod }[env];
  }

  private randomValues(env: model.Env, fields: readonly string[]): ItemValues {
    const targets = [...this.project[env].items].filter(([, item]) => item.templateId === 'alpha').map(([id]) => id);
    const values: ItemValues = {};
    for (const id of fields.filter(() => this.dice.percent(60))) {
      if (id === 'text') values[id] = `T${this.dice.below(4)}`;
      else if (id === 'number') values[id] = this.dice.below(4);
      else if (targets.length > 0 && id === 'link') values[id] = this.dice.oneOf(targets);
      else if (targets.length > 0) values[id] = this.dice.someOf(targets, 3);
    }
    return values;
  }

  private async create(): Promise<void> {
    const { templates: known, items: own } = this.project.Dev;
    if (known.size === 0) return;
    const [templateId, { fields }] = this.dice.oneOf([...known]);
    const values = this.randomValues('Dev', fields);
    const label = `L${this.dice.below(3)}`;
    const { id } = await saveOne(this.server, saveBody(templateId, fieldsOf(fields), values, { label }));
    own.set(id, { templateId, label, values });
    this.log.push(`create ${id}`);
  }

  private async edit(env: model.Env): Promise<void> {
    const { items: own, templates: known } = this.project[env];
    if (own.size === 0) return;
    const [id, item] = this.dice.oneOf([...own]);
    const { templateId } = item;
    const fields = known.get(templateId)?.fields ?? [];
    const values = this.randomValues(env, fields);
    const label = `L${this.dice.below(3)}`;
    const instanceId = this.idOf(env);
    const { version } = (await this.server.call(items.get, { params: { instanceId, templateId, id } }, as)).item;
    const body = saveBody(templateId, fieldsOf(fields), values, { label, before: item.values, id, version });
    await saveOne(this.server, body, 'owner', instanceId);
    own.set(id, { templateId, label, values });
    this.log.push(`edit ${id} in ${env}: ${label} ${JSON.stringify(values)}`);
  }

  private async remove(): Promise<void> {
    const { items: own } = this.project.Dev;
    if (own.size === 0) return;
    const [id, { templateId }] = this.dice.oneOf([...own]);
    const isLinked = [...own].some(([other, item]) => other !== id && model.linksOfItem(item).includes(id));
    const params = { instanceId: this.idOf('Dev'), templateId, id };
    const { status } = await this.server.send(items.delete, { params }, as);
    expect(status).toBe(isLinked ? 409 : 200);
    if (!isLinked) own.delete(id);
    this.log.push(`delete ${id}: ${status}`);
  }

  private async changeTemplate(): Promise<void> {
    const { Dev } = this.project;
    const id = Dev.templates.has('alpha') ? this.dice.oneOf(['alpha', 'beta']) : 'alpha';
    const before = Dev.templates.get(id);
    const isUsed = [...Dev.items.values()].some((item) => item.templateId === id);
    if (before && id === 'beta' && !isUsed && this.dice.percent(30)) {
      await this.server.call(templates.delete, { params: { instanceId: this.idOf('Dev'), templateId: id } }, as);
      model.changeTemplate(Dev, id, undefined);
      this.log.push(`delete template ${id}`);
      return;
    }
    const fields = fieldIds.filter(() => this.dice.percent(70));
    const label = `Label ${this.dice.below(3)}`;
    const params = { instanceId: this.idOf('Dev'), templateId: id };
    const version = before ? (await this.server.call(templates.get, { params }, as)).header.version : 0;
    await saveTemplate(this.server, id, fieldsOf(fields), { version, label });
    model.changeTemplate(Dev, id, { label, fields });
    this.log.push(`template ${id}: ${label} ${fields.join()}`);
  }

  private async sync(source: model.Source, isAll: boolean): Promise<void> {
    const changed = model.changedTemplates(this.project, source);
    const listed = model.listed(this.project, source);
    const chosen = isAll ? changed : changed.filter(() => this.dice.percent(60));
    const ids = listed.map(({ id }) => id).filter(() => isAll || this.dice.percent(50));
    if (!isAll && chosen.length + ids.length === 0) return;
    const conflicts = this.dice.oneOf(['source', 'target', undefined] as const);
    const asked = { templates: chosen, items: ids, conflicts };
    const outcome = model.syncModel(this.project, source, asked);
    const known = [this.project[source], this.project[model.targetOf[source]]];
    const templateOf = (id: number) => known.map((one) => one.items.get(id)?.templateId).find(Boolean) ?? '';
    const templateIds = [...new Set([...chosen, ...ids.map(templateOf)])];
    const changes = templateIds.map((template_id) => ({
      template_id,
      is_update_template: chosen.includes(template_id),
      items: ids.filter((id) => templateOf(id) === template_id),
    }));
    const [endpoint, body] = isAll
      ? [sync.all, { conflicts, menu_conflict: 'source' }]
      : [sync.some, { changes, conflicts }];
    this.log.push(
      `sync ${source} ${isAll ? 'all' : JSON.stringify(changes)} ${conflicts}: ${JSON.stringify('refused' in outcome ? outcome.refused : 'ok')}`,
    );
    const { status, body: answer } = await this.server.send(
      endpoint,
      { params: { instanceId: this.idOf(source) }, body },
      as,
    );
    const { id, error } = answer as { id?: number | null; error?: string };
    if ('refused' in outcome) {
      expect([status, error]).toEqual([outcome.refused === 'invalid' ? 422 : 409, outcome.refused]);
      return;
    }
    expect([status, error]).toEqual([200, undefined]);
    await this.ended(source, id);
    if (id) this.syncs.push({ id, done: outcome.sync });
    if (!isAll || conflicts !== 'source') return;
    const hasKept = this.project[model.targetOf[source]].kept.size > 0;
    if (hasKept) return;
    expect(await contentOf(this.server, this.idOf(model.targetOf[source]))).toEqual(
      await contentOf(this.server, this.idOf(source)),
    );
    const { templates: left, menu } = await this.changes(source);
    expect({ left, menu: menu.is_changed }).toEqual({ left: [], menu: false });
  }

  /** A call answers before its sync has ended where that takes long. */
  private async ended(source: model.Source, id: number | null | undefined): Promise<void> {
    if (id)
      await eventually(async () =>
        expect((await syncOf(this.server, this.idOf(source)).get(id)).state).toBe('applied'),
      );
  }

  private changes(source: model.Source) {
    return this.server.call(sync.listChanges, { params: { instanceId: this.idOf(source) }, query: {} }, as);
  }

  private async undo(): Promise<void> {
    const last = this.syncs.findLast(({ done }) => !done.isUndone);
    if (!last) return;
    const { id: syncId, done } = last;
    const into = this.project[model.targetOf[done.source]];
    // Only where nothing was changed since: conflicts of an undo have tests of their own.
    const isAsAfter = done.written.every(({ id, after }) => {
      const now = into.items.get(id);
      return (now && model.contentOfItem(now)) === (after && model.contentOfItem(after));
    });
    if (!isAsAfter) return;
    const outcome = model.undoModel(this.project, done);
    const params = { instanceId: this.idOf(done.source), syncId };
    const { status, body } = await this.server.send(
      sync.undo,
      { params, body: { conflicts: 'source', menu_conflict: 'source' } },
      as,
    );
    const { error, id } = body as { error?: string; id?: number | null };
    this.log.push(`undo ${syncId}: ${status} ${error}`);
    const refused = outcome === 'changed' ? 'changed' : 'refused' in outcome ? outcome.refused : undefined;
    expect(error).toBe(refused);
    done.isUndone = true;
    await this.ended(done.source, id);
    if (outcome !== 'changed' && 'sync' in outcome && id) this.syncs.push({ id, done: outcome.sync });
  }

  async step(): Promise<void> {
    const roll = this.dice.below(100);
    if (roll < 22) await this.create();
    else if (roll < 42) await this.edit(this.dice.oneOf(['Dev', 'Dev', 'Stage', 'Prod']));
    else if (roll < 48) await this.remove();
    else if (roll < 60) await this.changeTemplate();
    else if (roll < 74) await this.sync(this.dice.oneOf(['Dev', 'Dev', 'Stage']), true);
    else if (roll < 92) await this.sync(this.dice.oneOf(['Dev', 'Dev', 'Stage']), false);
    else await this.undo();
    for (const env of ['Dev', 'Stage', 'Prod'] as const) await this.compare(env);
    for (const source of ['Dev', 'Stage'] as const) await this.compareList(source);
  }

  private async compare(env: model.Env): Promise<void> {
    const { query } = this.server.app.deps.database;
    const stored = await query<{ id: string; key: number; label: string; fields: StoredField[]; count: number }>(
      "select t.id, t.key, t.label, t.fields, c.items as count from templates t join item_counts c on c.template_key = t.key where t.instance_id = $1 and t.id <> 'image' order by t.id",
      [this.idOf(env)],
    );
    const own = this.project[env];
    expect(stored.map(({ id, label, fields }) => [id, { label, fields: fields.map((one) => one.id) }])).toEqual(
      [...own.templates].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    const rows = await query<{ key: number; id: number; label: string; values: ItemValues; version: number }>(
      'select i.template_key as key, i.id, i.label, i."values", i.version from items i join templates t on t.key = i.template_key where t.instance_id = $1 order by i.id',
      [this.idOf(env)],
    );
    const templateOf = new Map(stored.map((template) => [template.key, template]));
    expect(
      rows.map(({ id, key, label, values }) => [id, { templateId: templateOf.get(key)?.id, label, values }]),
    ).toEqual([...own.items].toSorted(([a], [b]) => a - b));
    for (const { key, count } of stored) expect(count).toBe(rows.filter((row) => row.key === key).length);
    const index = await query<{ row: string }>(
      `select x.row from (
          select v.template_key, array_to_string(array[v.template_key::text, v.item_id::text, v.field_key::text, coalesce(v.number::text, v.text)], ' ') as row from item_values v
          union all
          select l.template_key, array_to_string(array[l.template_key::text, l.item_id::text, l.field_key::text, l.target_id::text], ' ') from item_links l where l.instance_id = $1
        ) x join templates t on t.key = x.template_key where t.instance_id = $1`,
      [this.idOf(env)],
    );
    const expected = rows.flatMap(({ key, id, values }) => {
      const { fields = [] } = templateOf.get(key) ?? {};
      const of = templateModel({ key, instanceId: 0, id: '', label: '', version: 1, hash: '', fields });
      return [...indexOf(of, values)].flatMap(([fieldKey, { numbers, texts, links }]) =>
        [...numbers, ...texts, ...links].map((value) => `${key} ${id} ${fieldKey} ${value}`),
      );
    });
    expect(index.map(({ row }) => row).toSorted()).toEqual(expected.toSorted());
    const wrong = await query(
      `select i.id from items i join templates t on t.key = i.template_key
        where t.instance_id = $1 and i.version <> (select max(r.version) from item_revisions r where r.template_key = i.template_key and r.item_id = i.id)`,
      [this.idOf(env)],
    );
    expect(wrong).toEqual([]);
  }

  private async compareList(source: model.Source): Promise<void> {
    const list = await this.changes(source);
    const found = list.templates
      .flatMap((template) => template.items.map(({ id, change, conflict }) => ({ id, change, conflict })))
      .toSorted((a, b) => a.id - b.id);
    expect(found).toEqual(model.listed(this.project, source));
    expect(
      list.templates
        .filter(({ is_changed }) => is_changed)
        .map(({ template_id }) => template_id)
        .toSorted(),
    ).toEqual(model.changedTemplates(this.project, source));
  }
}

test(
  `${histories} random histories leave what the model says`,
  async () => {
    for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
      const history = new History(await startTestServer(), seed);
      try {
        for (let step = 0; step < stepsOfEach; step += 1) await history.step();
      } catch (error) {
        throw new Error(`The history ${seed} fails after:\n${history.log.join('\n')}`, { cause: error });
      }
    }
  },
  24 * 3_600_000,
);
