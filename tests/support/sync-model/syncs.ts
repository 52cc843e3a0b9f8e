import type { ChangeSetCheck, Decision } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { type SyncSelection, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { expect } from 'vitest';
import type { Dice } from '../dice.ts';
import { eventually } from '../eventually.ts';
import type { TestServer } from '../server.ts';
import { timeout } from '../timeout.ts';
import {
  changedIn,
  differencesOf,
  type Marks,
  type Move,
  noMarks,
  onlyFields,
  type Predicted,
  predict,
} from './predict.ts';
import {
  contentOfItem,
  contentOfMenu,
  contentOfState,
  contentOfTemplate,
  expectWhole,
  type InstanceState,
  type ItemState,
  readState,
  type TemplateState,
} from './state.ts';

const as = { as: 'owner' } as const;

/** An applied sync or undo, with the state that its undo has to restore. */
interface Applied {
  id: number;
  sourceId: number;
  targetId: number;
  before: InstanceState;
  after: InstanceState;
  items: Map<number, { change: 'added' | 'updated' | 'removed'; synced: string | null | undefined }>;
  /** Items whose difference a decision of this sync kept. */
  kept: number[];
  templates: string[];
  menu: { before: MenuNode[]; after: MenuNode[] } | null;
  isUndone: boolean;
  undoes: number | undefined;
}

type SyncInput = {
  selection: SyncSelection | null;
  decisions: Decision[];
  conflicts?: 'source' | 'target';
  menu_conflict?: 'source' | 'target';
};

const issuesOf = ({ missing, missing_templates, still_linked, incompatible }: ChangeSetCheck): number =>
  missing.count + missing_templates.length + still_linked.count + incompatible.count;

/** Random syncs and undos, each compared with the model's prediction. */
export const syncsOf = (server: TestServer, dice: Dice) => {
  const { query } = server.app.deps.database;
  const { dev, stage, prod } = server.studio;
  const instances = [dev, stage, prod];
  const marks = new Map([dev, stage, prod].map((id) => [id, noMarks()]));
  const history: Applied[] = [];

  const marksOf = (id: number): Marks => marks.get(id) as Marks;
  const targetOf = (sourceId: number): number => instances[instances.indexOf(sourceId) + 1] as number;
  const read = (id: number) => readState(query, id);

  /** Waits for the end of a sync that was answered early. */
  async function untilEnded(sourceId: number, answer: { body: unknown }): Promise<void> {
    const { id, state } = answer.body as { id?: number | null; state?: string };
    if (state !== 'running') return;
    const params = { instanceId: sourceId, syncId: id ?? 0 };
    await eventually(
      async () =>
        expect((await server.call(sync.get, { params }, as)).sync).toMatchObject({ state: 'applied', error: null }),
      { timeout: 10 * timeout },
    );
  }

  /** Compares the list of changes with the difference of the two states. */
  async function expectList(sourceId: number, source: InstanceState, target: InstanceState) {
    const known = marksOf(targetOf(sourceId));
    const expected = differencesOf(source, target, known);
    const list = await server.call(sync.listChanges, { params: { instanceId: sourceId }, query: {} }, as);
    const items = list.templates.flatMap(({ template_id, items: changed }) =>
      changed.map(({ id, change, conflict }) => ({ id, template: template_id, change, conflict })),
    );
    const certain = <T extends { id: number }>(all: T[]) =>
      all
        .map((item) => (known.unsure.has(item.id) ? { ...item, conflict: '?' } : item))
        .toSorted((a, b) => a.id - b.id);
    expect(certain(items), 'listed items').toEqual(certain(expected.items));
    expect(
      list.templates
        .filter((entry) => entry.is_changed)
        .map((entry) => entry.template_id)
        .toSorted(),
    ).toEqual(expected.templates);
    expect({ changed: list.menu.is_changed, conflict: list.menu.conflict }, 'menu').toEqual(expected.menu);
    return {
      ...expected,
      items: expected.items.map((item) => ({
        ...item,
        conflict: items.find(({ id }) => id === item.id)?.conflict ?? false,
      })),
    };
  }

  /** Some of the changes, sometimes with all of their dependencies. */
  async function select(sourceId: number, found: ReturnType<typeof differencesOf>): Promise<SyncSelection> {
    const chosen = new Set(found.items.filter(() => dice.percent(40)).map(({ id }) => id));
    const templates = new Set(found.templates.filter(() => dice.percent(50)));
    const body = (): SyncSelection => {
      const ids = new Set([
        ...templates,
        ...found.items.filter(({ id }) => chosen.has(id)).map(({ template }) => template),
      ]);
      const changes = [...ids].map((template_id) => ({
        template_id,
        is_update_template: templates.has(template_id),
        items: found.items.filter(({ id, template }) => template === template_id && chosen.has(id)).map(({ id }) => id),
      }));
      return { changes, ...(menu && { menu }) };
    };
    const menu = dice.percent(30);
    for (let turn = dice.below(4); turn > 0 && body().changes.length > 0; turn -= 1) {
      const check = await server.call(sync.check, { params: { instanceId: sourceId }, body: body() }, as);
      for (const { id } of check.missing.sample) chosen.add(id);
      for (const { template_id } of check.missing_templates) templates.add(template_id);
      for (const { linked_by } of check.still_linked.sample) chosen.add(linked_by.id);
      for (const { id, template_id } of check.incompatible.sample) {
        chosen.add(id);
        templates.add(template_id);
      }
    }
    return body();
  }

  /** Decides which items a sync moves and how; returns the decisions to send. */
  async function decide(
    sourceId: number,
    states: { source: InstanceState; target: InstanceState },
    planned: ReturnType<typeof differencesOf>['items'],
    { isWilling, templates }: { isWilling: boolean; templates: ReadonlySet<string> },
  ) {
    const conflicts = isWilling ? 'source' : dice.oneOf([undefined, 'source', 'target'] as const);
    const known = marksOf(targetOf(sourceId));
    const decisions: Decision[] = [];
    const moves: Move[] = [];
    let isOpen = false;
    for (const item of planned) {
      const { id, template, change, conflict } = item;
      const isTemplateRemoved = templates.has(template) && !states.source.templates.has(template);
      let take: Move['take'] = conflict ? (conflicts ?? 'source') : 'source';
      let merged: Move['merged'];
      let isDecided = !conflict || conflicts !== undefined;
      if (!isWilling && dice.percent(conflict ? 60 : 8)) {
        isDecided = true;
        take = dice.oneOf(
          change === 'updated' ? (['source', 'target', 'fields', 'fields'] as const) : (['source', 'target'] as const),
        );
        const decision: Decision = { template_id: template, id, take };
        if (take === 'fields') {
          const result = await decideFields(sourceId, item, states, known);
          if (!result) isOpen = true;
          else merged = result.merged;
          if (result) Object.assign(decision, result.words);
        }
        decisions.push(decision);
      }
      // An item cannot stay without its template.
      if (isTemplateRemoved && take === 'target') {
        take = 'source';
        isDecided = !conflict;
      }
      if (!isDecided) isOpen = true;
      moves.push({ ...item, take, ...(merged && { merged }) });
    }
    return { moves, decisions, conflicts, isOpen };
  }

  /** Decisions for the fields of an item that both sides changed, sometimes for others too, or none. */
  async function decideFields(
    sourceId: number,
    { id, template }: { id: number; template: string },
    states: { source: InstanceState; target: InstanceState },
    known: Marks,
  ) {
    const [source, target] = [states.source.items.get(id), states.target.items.get(id)] as [ItemState, ItemState];
    const params = { instanceId: sourceId, templateId: template, itemId: id };
    const diff = await server.call(sync.getItem, { params }, as);
    const changed = new Map(diff.fields.map(({ field_id, changed_in }) => [field_id, changed_in]));
    const expected = changedIn(known.synced.get(id), source, target);
    expect([...changed.keys()].toSorted(), 'fields that differ').toEqual([...expected.keys()].toSorted());
    for (const [field, who] of changed)
      if (who !== 'unknown' && !known.unsure.has(id))
        expect([field, who], `who has changed item ${id}`).toEqual([field, expected.get(field)]);
    if (dice.percent(15) && [...changed.values()].some((who) => who === 'both' || who === 'unknown')) return undefined;
    const values = { ...target.values };
    const fields: NonNullable<Decision['fields']> = [];
    for (const [field, who] of changed) {
      const isFree = who === 'source' || who === 'target';
      const take = isFree && dice.percent(60) ? who : dice.oneOf(['source', 'target'] as const);
      if (!isFree || take !== who || dice.percent(20)) fields.push({ field_id: field, take });
      if (take === 'target') continue;
      const value = source.values[field];
      if (value === undefined) delete values[field];
      else values[field] = value;
    }
    const label = dice.oneOf(['source', 'target'] as const);
    return { words: { fields, label }, merged: { label: label === 'source' ? source.label : target.label, values } };
  }

  /** Syncs all or some changes; `isWilling` takes the source's content in every conflict. */
  async function move(sourceId: number, { isAll, isWilling }: { isAll: boolean; isWilling: boolean }): Promise<string> {
    const targetId = targetOf(sourceId);
    const states = { source: await read(sourceId), target: await read(targetId) };
    const found = await expectList(sourceId, states.source, states.target);
    const selection = isAll ? null : await select(sourceId, found);
    if (selection && selection.changes.length === 0 && !selection.menu) return 'nothing to select';
    const templates = new Set(
      found.templates.filter(
        (id) => !selection || selection.changes.some((entry) => entry.template_id === id && entry.is_update_template),
      ),
    );
    const ids = selection && new Set(selection.changes.flatMap((entry) => entry.items));
    const planned = found.items.filter(
      ({ id, template }) => !ids || ids.has(id) || (templates.has(template) && !states.source.templates.has(template)),
    );
    const { moves, decisions, conflicts, isOpen } = await decide(sourceId, states, planned, {
      isWilling,
      templates,
    });
    const menu_conflict = isWilling ? 'source' : dice.oneOf([undefined, 'source', 'target'] as const);
    const hasMenu = found.menu.changed && (!selection || selection.menu === true);
    const takesMenu = hasMenu && !(found.menu.conflict && menu_conflict === 'target');
    const predicted = predict(states.source, states.target, { templates, items: moves, menu: takesMenu });
    const isMenuOpen = hasMenu && found.menu.conflict && menu_conflict === undefined;
    const request: SyncInput = {
      selection,
      decisions,
      ...(conflicts && { conflicts }),
      ...(menu_conflict && { menu_conflict }),
    };
    const resolution = { decisions, ...(conflicts && { conflicts }), ...(menu_conflict && { menu_conflict }) };
    const params = { instanceId: sourceId };
    const check = await server.call(
      sync.check,
      { params, body: { ...(selection ?? { changes: [], all: true }), ...resolution } },
      as,
    );
    const context = `${nameOf(request)} expected ${predicted.problems.join('; ') || 'no problem'}, got ${JSON.stringify({ missing: check.missing.sample, templates: check.missing_templates, linked: check.still_linked.sample, incompatible: check.incompatible.sample, conflicts: check.conflicts.sample, menu: check.menu_conflict })}`;
    if (!isOpen && !isMenuOpen) {
      expect(issuesOf(check) > 0, context).toBe(predicted.problems.length > 0);
      expect(check.conflicts.count, context).toBe(0);
    } else expect(check.conflicts.count > 0 || check.menu_conflict, context).toBe(true);
    const body = { ...resolution, ...(dice.percent(50) && { seen: check.revision }) };
    const answer = selection
      ? await server.send(sync.some, { params, body: { ...selection, ...body } }, as)
      : await server.send(sync.all, { params, body }, as);
    const isFine = !isOpen && !isMenuOpen && predicted.problems.length === 0;
    const detail = `${context}; answered ${JSON.stringify(answer.body).slice(0, 600)}`;
    if (isFine) expect(answer.status, detail).toBe(200);
    else expect([409, 422], detail).toContain(answer.status);
    await untilEnded(sourceId, answer);
    const after = await read(targetId);
    expect(contentOfState(await read(sourceId)), 'the source').toEqual(contentOfState(states.source));
    if (!isFine) {
      expect(after, 'the target of a refused sync').toEqual(states.target);
      return `sync from ${sourceId} ${nameOf(request)} refused with ${answer.status}`;
    }
    expectPredicted(after, predicted);
    const { id } = answer.body as { id: number | null };
    const written = moves.filter(({ take }) => take !== 'target');
    remember(states, after, { targetId, moves, predicted, hasMenu, takesMenu });
    await expectWhole(query, targetId, after);
    if (id !== null) {
      history.push({
        id,
        sourceId,
        targetId,
        before: states.target,
        after,
        items: new Map(
          written
            // A decision by field can result in the target's content.
            .filter(
              (item) => contentOfItem(states.target.items.get(item.id)) !== contentOfItem(after.items.get(item.id)),
            )
            .map((item) => [item.id, { change: item.change, synced: before.synced.get(item.id) }]),
        ),
        kept: moves.filter(({ take }) => take !== 'source').map((item) => item.id),
        templates: [...templates],
        menu: takesMenu ? { before: states.target.menu, after: after.menu } : null,
        isUndone: false,
        undoes: undefined,
      });
      const { counts } = (await server.call(sync.get, { params: { ...params, syncId: id } }, as)).sync;
      const count = (kind: string) => written.filter(({ change }) => change === kind).length;
      expect(counts, 'counts in the history').toEqual({
        added: count('added'),
        updated: count('updated'),
        removed: count('removed'),
        templates: templates.size,
        menu: takesMenu,
      });
    }
    return `sync from ${sourceId} ${nameOf(request)}: ${id}`;
  }

  let before = noMarks();

  /** Records the synced state of the target. */
  function remember(
    states: { source: InstanceState; target: InstanceState },
    after: InstanceState,
    {
      targetId,
      moves,
      predicted,
      hasMenu,
      takesMenu,
    }: { targetId: number; moves: readonly Move[]; predicted: Predicted; hasMenu: boolean; takesMenu: boolean },
  ): void {
    const known = marksOf(targetId);
    before = { ...known, synced: new Map(known.synced) };
    adapt(known, states.target, after, predicted.adapted);
    for (const { id, change, take } of moves) {
      known.unsure.delete(id);
      const source = contentOfItem(states.source.items.get(id));
      const target = contentOfItem(after.items.get(id));
      known.kept.delete(id);
      if (change === 'added' && take === 'target') continue;
      if (change !== 'removed') known.synced.set(id, source);
      if (change === 'removed' && take === 'source') known.synced.delete(id);
      if (target !== source) known.kept.set(id, { source, target });
      // Kept although the source no longer has the template: it is listed again.
      if (change === 'removed' && take === 'target') known.unsure.add(id);
    }
    const [was, is] = [contentOfMenu(states.target.menu), contentOfMenu(after.menu)];
    if (takesMenu) known.menu = { synced: is, kept: null };
    else if (hasMenu) known.menu = { synced: is, kept: contentOfMenu(states.source.menu) };
    else if (was !== is && known.menu.synced === was) known.menu = { ...known.menu, synced: is };
  }

  /** An item changed only by its template keeps its synced state. */
  function adapt(known: Marks, was: InstanceState, is: InstanceState, adapted: Iterable<number>): void {
    for (const id of adapted) {
      const [before, after] = [contentOfItem(was.items.get(id)), contentOfItem(is.items.get(id))];
      if (known.synced.get(id) === before) known.synced.set(id, after);
      const kept = known.kept.get(id);
      if (kept?.target === before) known.kept.set(id, { ...kept, target: after });
    }
  }

  /** Undoes a random sync, preferring the newest. */
  async function undo(): Promise<string> {
    const candidates = history.filter(({ isUndone }) => !isUndone);
    if (candidates.length === 0) return 'nothing to undo';
    const undone = dice.percent(60) ? (candidates.at(-1) as Applied) : dice.oneOf(candidates);
    const { sourceId, targetId } = undone;
    const now = await read(targetId);
    const source = await read(sourceId);
    const known = marksOf(targetId);
    const isBlocked = undone.templates.some(
      (id) => contentOfTemplate(now.templates.get(id)) !== contentOfTemplate(undone.after.templates.get(id)),
    );
    const isFilled = [...now.items].some(
      ([id, { template }]) =>
        undone.templates.includes(template) && !undone.before.templates.has(template) && !undone.items.has(id),
    );
    const params = { instanceId: sourceId, syncId: undone.id };
    const refused = await server.send(sync.checkUndo, { params, body: {} }, as);
    if (isBlocked || isFilled) {
      expect(refused.status, `undo of ${undone.id}`).toBe(409);
      return `undo of ${undone.id} is blocked`;
    }
    expect(refused.status, `undo of ${undone.id}: ${JSON.stringify(refused.body)}`).toBe(200);
    const conflicts = dice.oneOf(['source', 'target', undefined] as const);
    const menu_conflict = dice.oneOf(['source', 'target', undefined] as const);
    const added = new Set(undone.templates.filter((id) => !undone.before.templates.has(id)));
    let isOpen = false;
    const moves = [...undone.items].flatMap(([id, { change: was }]): Move[] => {
      const [item, isBefore] = [now.items.get(id), undone.before.items.get(id)];
      const template = (item ?? isBefore)?.template ?? '';
      if (!item && !isBefore) return [];
      // Its template was removed by a later sync, and perhaps added again.
      const isSameTemplate = now.templates.get(template)?.key === undone.after.templates.get(template)?.key;
      if (!isSameTemplate && !undone.templates.includes(template)) return [];
      const change = !isBefore ? 'removed' : item ? 'updated' : 'added';
      const isAsAfter = contentOfItem(item) === contentOfItem(undone.after.items.get(id));
      const isAdded = was === 'added';
      const conflict = was === 'removed' ? item !== undefined : !isAsAfter && !(isAdded && !item);
      let take: Move['take'] = conflict ? (conflicts ?? 'source') : 'source';
      if (conflict && (!conflicts || (conflicts === 'target' && added.has(template)))) {
        isOpen = true;
        take = 'source';
      }
      return [{ id, template, change, conflict, take }];
    });
    const menuConflict = undone.menu !== null && contentOfMenu(now.menu) !== contentOfMenu(undone.menu.after);
    const takesMenu = undone.menu !== null && !(menuConflict && menu_conflict === 'target');
    const isMenuOpen = menuConflict && !menu_conflict;
    const origin: InstanceState = {
      templates: new Map(undone.before.templates),
      items: undone.before.items,
      menu: undone.menu?.before ?? now.menu,
    };
    const predicted = predict(origin, now, { templates: new Set(undone.templates), items: moves, menu: takesMenu });
    const resolution = { ...(conflicts && { conflicts }), ...(menu_conflict && { menu_conflict }) };
    const check = await server.call(sync.checkUndo, { params, body: resolution }, as);
    const context = `undo of ${undone.id} with ${JSON.stringify(resolution)}, expected ${predicted.problems.join('; ') || 'no problem'}, got ${JSON.stringify(check)}`;
    if (isOpen || isMenuOpen) expect(check.conflicts.count > 0 || check.menu_conflict, context).toBe(true);
    else {
      expect(issuesOf(check) > 0, context).toBe(predicted.problems.length > 0);
      expect(check.conflicts.count, context).toBe(0);
    }
    const answer = await server.send(sync.undo, { params, body: { ...resolution, seen: check.revision } }, as);
    const isFine = !isOpen && !isMenuOpen && predicted.problems.length === 0;
    const detail = `${context}; answered ${JSON.stringify(answer.body).slice(0, 600)}`;
    if (isFine) expect(answer.status, detail).toBe(200);
    else expect([409, 422], detail).toContain(answer.status);
    await untilEnded(sourceId, answer);
    const after = await read(targetId);
    expect(contentOfState(await read(sourceId)), 'the source').toEqual(contentOfState(source));
    if (!isFine) {
      expect(after, 'the target of a refused undo').toEqual(now);
      return `undo of ${undone.id} refused with ${answer.status}`;
    }
    expectPredicted(after, predicted);
    await expectWhole(query, targetId, after);
    const { id } = answer.body as { id: number | null };
    undone.isUndone = id !== null;
    if (id !== null) rememberUndo(undone, { now, after, moves, predicted, takesMenu }, known);
    if (id !== null)
      history.push({
        ...undone,
        id,
        before: now,
        after,
        items: new Map(
          moves
            .filter(({ take }) => take === 'source')
            .map((item) => [item.id, { change: item.change, synced: before.synced.get(item.id) }]),
        ),
        kept: [],
        menu: takesMenu ? { before: now.menu, after: after.menu } : null,
        isUndone: false,
        undoes: undone.id,
      });
    return `undo of ${undone.id} with ${JSON.stringify(resolution)}: ${id}`;
  }

  function rememberUndo(
    undone: Applied,
    {
      now,
      after,
      moves,
      predicted,
      takesMenu,
    }: { now: InstanceState; after: InstanceState; moves: readonly Move[]; predicted: Predicted; takesMenu: boolean },
    known: Marks,
  ): void {
    before = { ...known, synced: new Map(known.synced) };
    adapt(known, now, after, predicted.adapted);
    for (const { id, take } of moves) {
      known.kept.delete(id);
      if (take !== 'source') continue;
      const synced = undone.items.get(id)?.synced;
      if (synced === undefined) known.synced.delete(id);
      else known.synced.set(id, synced);
      if (!after.items.has(id)) known.synced.delete(id);
    }
    for (const id of [...undone.kept, ...moves.filter(({ take }) => take !== 'source').map((item) => item.id)]) {
      known.kept.delete(id);
      known.unsure.add(id);
    }
    const is = contentOfMenu(after.menu);
    if (undone.menu) known.menu = { synced: is, kept: null };
    else if (contentOfMenu(now.menu) !== is && known.menu.synced === contentOfMenu(now.menu))
      known.menu = { ...known.menu, synced: is };
    if (undone.menu && !takesMenu) known.menu = { synced: is, kept: null };
  }

  /** Compares the target with the prediction; values that a template restores in items differ by instance. */
  function expectPredicted(after: InstanceState, { state, restorable, adapted }: Predicted): void {
    const items = new Map(
      [...after.items].map(([id, item]) => {
        const returned = restorable.get(item.template);
        if (!adapted.has(id) || !returned || returned.size === 0) return [id, item];
        const fields = after.templates.get(item.template)?.fields ?? [];
        const kept = new Set(fields.flatMap((field) => (returned.has(field.id) ? [] : [field.id])));
        return [id, { ...item, values: onlyFields(item.values, kept) }];
      }),
    );
    const templates = new Map([...after.templates].map(([id, template]): [string, TemplateState] => [id, template]));
    expect(contentOfState({ templates, items, menu: after.menu }), 'the target').toEqual(contentOfState(state));
  }

  /** Takes everything from the source, including kept differences; then both are equal and nothing is listed. */
  async function settle(sourceId: number, edit: (instanceId: number, id: number) => Promise<string>): Promise<void> {
    const targetId = targetOf(sourceId);
    const [source, target] = [await read(sourceId), await read(targetId)];
    for (const id of marksOf(targetId).kept.keys()) {
      if (source.items.has(id)) await edit(sourceId, id);
      else if (target.items.has(id)) await edit(targetId, id);
    }
    if (marksOf(targetId).menu.kept !== null)
      await query(`update menu_nodes set label = label || '+' where instance_id = $1`, [sourceId]);
    await move(sourceId, { isAll: true, isWilling: true });
    const [from, to] = [await read(sourceId), await read(targetId)];
    expect(contentOfState(to), 'the target after everything was taken from the source').toEqual(contentOfState(from));
    const list = await server.call(sync.listChanges, { params: { instanceId: sourceId }, query: {} }, as);
    expect([list.templates, list.menu.is_changed]).toEqual([[], false]);
  }

  return { move, undo, settle };
};

const nameOf = ({ selection, ...rest }: SyncInput): string =>
  `${selection ? JSON.stringify(selection) : 'of all'} ${JSON.stringify(rest)}`;
