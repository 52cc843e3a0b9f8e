import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { type ItemRow, items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { type Template, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { linkedTemplatesOf } from '@quartermaster/contract/field-types/registry.ts';
import { expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { IdOf, NameOf, Source } from './codec.ts';
import { type Game, type GameTemplate, sampleOf } from './game.ts';

const as = { as: 'owner' } as const;

/** Items of one call: few enough for the body of the largest. */
const batch = 50;

/** A game whose templates and sampled records were saved by the public calls. */
export interface SavedGame {
  /** The names of the saved records by template. */
  sample: ReadonlyMap<string, readonly string[]>;
  /** The saved values of a template's items, by id. */
  saved: (templateId: string) => ReadonlyMap<number, ItemValues>;
  nameOf: NameOf;
  template: (templateId: string) => Promise<Template>;
  /** All items of a template, by pages. */
  list: (templateId: string) => Promise<ItemRow[]>;
  /** Exports all templates; returns the file of each, as the game downloads it. */
  export: () => Promise<(templateId: string) => Promise<Source[]>>;
}

/** Saves the templates of a game, this many records of each, and those that they link to. */
export async function saveGame(game: Game, count: number): Promise<SavedGame> {
  const server = await startTestServer();
  const params = { instanceId: server.studio.dev };
  await saveTemplates(server, game);
  const sample = sampleOf(game, count);
  const ids = new Map<string, ReadonlyMap<string, number>>();
  for (const one of game.templates) ids.set(one.id, await createItems(server, one, sample.get(one.id) ?? []));
  const idOf: IdOf = (templateId, name) => ids.get(templateId)?.get(name) ?? null;
  const saved = new Map<string, ReadonlyMap<number, ItemValues>>();
  for (const one of game.templates) saved.set(one.id, await linkItems(server, one, ids.get(one.id) ?? new Map(), idOf));
  const names = new Map([...ids].map(([id, all]) => [id, new Map([...all].map(([name, itemId]) => [itemId, name]))]));
  return {
    sample,
    saved: (templateId) => saved.get(templateId) ?? new Map(),
    nameOf: (templateId, id) => names.get(templateId)?.get(id) ?? '',
    template: (templateId) => server.call(templates.get, { params: { ...params, templateId } }, as),
    list: (templateId) => listAll(server, templateId),
    export: () => exportAll(server),
  };
}

/** Saves them without links first, as they link to each other. */
async function saveTemplates(server: TestServer, { templates: all }: Game): Promise<void> {
  for (const { id, fields } of all)
    await saveTemplate(
      server,
      id,
      fields.filter(({ settings }) => linkedTemplatesOf(settings).length === 0),
    );
  for (const { id, fields } of all) await saveTemplate(server, id, [...fields], { version: 1 });
}

const valuesOf = (one: GameTemplate, name: string, idOf: IdOf) => one.write(one.records.get(name) ?? {}, idOf);
const noLinks: IdOf = () => null;

/** Creates items without their links; returns their ids by name. */
async function createItems(server: TestServer, one: GameTemplate, names: readonly string[]) {
  const bodies = names.map((label) => saveBody(one.id, [...one.fields], valuesOf(one, label, noLinks), { label }));
  const ids = await saveInBatches(server, bodies);
  return new Map(names.map((name, place) => [name, ids[place] ?? 0]));
}

/** Adds the links of items; returns the values of all by id. */
async function linkItems(server: TestServer, one: GameTemplate, ids: ReadonlyMap<string, number>, idOf: IdOf) {
  const all = [...ids].map(([label, id]) => ({ label, id, values: valuesOf(one, label, idOf) }));
  const bodies = all.map(({ label, id, values }) =>
    saveBody(one.id, [...one.fields], values, { label, id, version: 1, before: valuesOf(one, label, noLinks) }),
  );
  await saveInBatches(
    server,
    bodies.filter(({ fields }) => fields.length > 0),
  );
  return new Map(all.map(({ id, values }) => [id, values]));
}

async function saveInBatches(server: TestServer, bodies: readonly SaveItem[]): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < bodies.length; start += batch) {
    const saved = await saveAll(server, bodies.slice(start, start + batch));
    ids.push(...saved.map(({ id }) => id));
  }
  return ids;
}

async function listAll(server: TestServer, templateId: string): Promise<ItemRow[]> {
  const params = { instanceId: server.studio.dev, templateId };
  const all: ItemRow[] = [];
  let cursor: string | null | undefined;
  do {
    const body = { limit: batch, ...(cursor && { cursor }) };
    const page = await server.call(items.list, { params, body }, as);
    all.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  return all;
}

async function exportAll(server: TestServer) {
  const params = { instanceId: server.studio.dev };
  const { id: reportId } = await server.call(reports.start, { params, body: {} }, as);
  await eventually(async () => {
    const { report } = await server.call(reports.get, { params: { ...params, reportId } }, as);
    expect(report.state).toBe('completed');
  });
  const { token } = await server.call(instances.getToken, { params }, as);
  return async (templateId: string): Promise<Source[]> => {
    const headers = { authorization: `Bearer ${token}` };
    const url = `/v1/delivery/${params.instanceId}/${templateId}.json`;
    return (await server.app.inject({ method: 'GET', url, headers })).json();
  };
}
