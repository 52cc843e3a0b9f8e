import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { expect } from 'vitest';
import { field, inOrder } from '../sample-template.ts';
import type { TestServer } from '../server.ts';
import { contentOfItem, type InstanceState, readState } from '../sync-model/state.ts';
import type { ModelField, ModelItem, ModelTemplate } from './changes.ts';
import { linksOf, type PlacedField, placesOf } from './fit.ts';

/** The label and the values of an item. */
export interface Content {
  label: string;
  values: ItemValues;
}

/** An item of the trash. */
export interface GoneItem extends ModelItem {
  /** The template when it was deleted. */
  former: { version: number; fields: readonly ModelField[] };
  /** The change set that deleted it. */
  by: number | null;
}

/** A change set of Dev that can be undone: the items that it has changed. */
export interface Made {
  id: number;
  before: Map<number, Content | undefined>;
  after: Map<number, Content | undefined>;
}

/** A sync that can be undone. */
export interface Synced {
  id: number;
  ids: Set<number>;
  before: InstanceState;
  after: InstanceState;
  hasTemplate: boolean;
  /** What each of its items was last synced as before. */
  synced: Map<number, string | undefined>;
}

/** A version of an item, as it was when it was new. */
interface SeenVersion extends Content {
  fields: readonly PlacedField[];
}

export const options = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }));

/** Every field that the template may have, in its first form. */
export const allFields: readonly SaveTemplateField[] = inOrder([
  field('sku', 'text', { unique: true }),
  field('note', 'text'),
  field('count', 'integer'),
  field('kind', 'choice', { options }),
  field('to', 'item-link', { templateId: 'thing' }),
  field('all', 'item-link-list', { templateId: 'thing' }),
  field('rows', 'dynamic-group'),
  field('stat', 'text', { parentId: 'rows' }),
  field('amount', 'integer', { parentId: 'rows' }),
  field('at', 'item-link', { parentId: 'rows', templateId: 'thing' }),
]);

/** Plain data that the product has to agree with: the template `thing` and its items in Dev, and what was seen of Stage. */
export class World {
  readonly server: TestServer;
  readonly dev: number;
  readonly stage: number;
  template: ModelTemplate = { version: 0, fields: [], removed: new Map(), nextUid: 0 };
  /** The fields of each version of the template in Dev. */
  readonly templates = new Map<number, readonly SaveTemplateField[]>();
  live = new Map<number, ModelItem>();
  readonly gone = new Map<number, GoneItem>();
  sets: Made[] = [];
  readonly syncs: Synced[] = [];
  /** What items of Stage were last synced as. */
  readonly synced = new Map<number, string>();
  /** The content of each version of each item, by instance, id and version. */
  readonly seen = new Map<string, SeenVersion>();
  /** Versions that nobody has saved: rows came back with their field. */
  readonly unsaved = new Set<string>();
  /** The last state of each instance. */
  readonly states = new Map<number, InstanceState>();

  constructor(server: TestServer) {
    this.server = server;
    this.dev = server.studio.dev;
    this.stage = server.studio.stage;
  }

  get places() {
    return placesOf(this.template.fields);
  }

  /** A template that is deleted with an instance's content, and added again, has other items. */
  nameOf(instanceId: number, id: number, version: number): string {
    return [instanceId, this.state(instanceId).templates.get('thing')?.key, id, version].join('/');
  }

  state(instanceId: number): InstanceState {
    return this.states.get(instanceId) ?? { templates: new Map(), items: new Map(), menu: [] };
  }

  versionOf(instanceId: number, id: number): number {
    return this.state(instanceId).items.get(id)?.version ?? 0;
  }

  /** Reads an instance, and remembers the versions that are new in it. */
  async look(instanceId: number, isOfTemplate = false): Promise<InstanceState> {
    const state = await readState(this.server.app.deps.database.query, instanceId);
    this.states.set(instanceId, state);
    const fields = state.templates.get('thing')?.fields ?? [];
    for (const [id, { version, label, values }] of state.items) {
      const name = this.nameOf(instanceId, id, version);
      if (this.seen.has(name)) continue;
      this.seen.set(name, { label, values, fields });
      if (isOfTemplate) this.unsaved.add(name);
    }
    return state;
  }

  /** Compares Dev with the model. */
  async compare(isOfTemplate = false): Promise<void> {
    const state = await this.look(this.dev, isOfTemplate);
    const contents = (items: Iterable<[number, Content]>) =>
      [...items].map(([id, item]) => `${id} ${contentOfItem(item)}`).toSorted();
    expect(contents(state.items)).toEqual(contents(this.live));
  }

  /** True if other items link to any of these. */
  isLinked(ids: ReadonlySet<number>): boolean {
    return [...this.live].some(
      ([id, { values }]) => !ids.has(id) && linksOf(values, this.places).some((target) => ids.has(target)),
    );
  }

  /** Puts items into the trash. */
  bury(ids: Iterable<number>, by: number | null): void {
    const { version, fields } = this.template;
    for (const id of ids) {
      const item = this.live.get(id);
      if (!item) continue;
      this.live.delete(id);
      this.gone.set(id, { ...item, former: { version, fields }, by });
      const { label, values } = item;
      this.seen.set(this.nameOf(this.dev, id, this.versionOf(this.dev, id) + 1), { label, values, fields });
    }
  }

  /** Brings an item back, with what it has lost with fields that the template still lacks. */
  bringBack(id: number, { label, values }: Content): void {
    const present = new Set(this.template.fields.map(({ uid }) => uid));
    const lost = (this.gone.get(id)?.lost ?? []).flatMap((one) => {
      const uids = new Map([...one.uids].filter(([, uid]) => !present.has(uid)));
      return uids.size > 0 ? [{ ...one, uids }] : [];
    });
    this.gone.delete(id);
    this.live.set(id, { label, values, lost });
  }

  /** Remembers an applied change set. */
  remember(id: number | null, before: Made['before']): void {
    if (id === null) return;
    const contents = [...before.keys()].map((itemId) => [itemId, this.live.get(itemId)] as const);
    this.sets.push({ id, before, after: new Map(contents) });
  }
}

/** True if two of these contents have the same value of the unique field. */
export const isRepeated = (items: Iterable<Content>): boolean => {
  const values = [...items].flatMap(({ values: { sku } }) => (sku === undefined ? [] : [sku]));
  return new Set(values).size < values.length;
};
