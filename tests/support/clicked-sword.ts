import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { root } from '../../scripts/processes.mjs';
import { importFile, jsonLines } from './import-file.ts';
import type { TestServer } from './server.ts';

/** What the console has sent while `e2e/names.spec.ts` clicked the template together. */
const saves = readFileSync(join(root, 'e2e/support/clicked-sword.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Input<typeof templates.save>['body']);

/** The fields of the clicked template `sword`, whose ids do not tell their names. */
export const clickedFields = saves.at(-1)?.fields ?? [];

/** The id of a field of it. */
export const idOf = (name: string): string =>
  clickedFields.find(({ settings }) => settings.name === name)?.id ?? `There is no ${name}.`;

/** Makes the template `sword` of the documents by the calls of the console; returns its version. */
export async function clickTemplate(server: TestServer): Promise<number> {
  const params = { instanceId: server.studio.dev };
  for (const body of saves) await server.call(templates.save, { params, body }, { as: 'owner' });
  return saves.length;
}

/** Makes the template and its items: Rusty, and Keen, whose parent it is. */
export async function clickSword(server: TestServer): Promise<void> {
  await clickTemplate(server);
  const swords = [
    { sku: 'rusty', _label: 'Rusty', price: 5, notes: 'Old' },
    { sku: 'keen', _label: 'Keen', price: 7, parent: 'rusty' },
  ];
  const { status, error } = await importFile(server, jsonLines(swords));
  if (status !== 200) throw new Error(JSON.stringify(error));
}
