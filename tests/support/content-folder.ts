import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TokenScope } from '@quartermaster/contract/access.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { expect, onTestFinished } from 'vitest';
import { runContentCommand } from '../../content-files/command.ts';
import type { ContentCommand } from '../../content-files/usage.ts';
import { importFile } from './import-file.ts';
import { field, inOrder, saveTemplate } from './sample-template.ts';
import { startTestServer } from './server.ts';

/** The fields of the template `sword`. */
export const swordFields = inOrder([
  field('sku', 'text', { required: true, unique: true }),
  field('price', 'integer', { minimum: 0 }),
  field('notes', 'text'),
  field('parent', 'item-link', { templateId: 'sword' }),
]);

/** A server with two swords, and a folder for its content as files. */
export async function startContentFolder() {
  const server = await startTestServer();
  const folder = mkdtempSync(join(tmpdir(), 'content-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  const readFile = (name: string) => JSON.parse(readFileSync(path(name), 'utf8'));
  const pathOf = (sword: string) => `items/sword/${sword}.json`;
  const content = {
    server,
    folder,
    path,
    swordPath: (sword: string) => path(pathOf(sword)),
    read: (sword: string) => readFile(pathOf(sword)),
    edit: (sword: string, change: Record<string, unknown>) =>
      writeFileSync(path(pathOf(sword)), JSON.stringify({ ...readFile(pathOf(sword)), ...change })),
    readFile,
    /** Changes the file of a template or the menu. */
    editFile: <Content>(name: string, change: (content: Content) => void) => {
      const parsed = readFile(name);
      change(parsed);
      writeFileSync(path(name), JSON.stringify(parsed));
    },
    /** Writes the files of a template that the server does not have, with an item. */
    addTemplate: (id: string, template: object, item?: object) => {
      writeFileSync(path(`templates/${id}.json`), JSON.stringify(template));
      if (!item) return;
      mkdirSync(path(`items/${id}`), { recursive: true });
      writeFileSync(path(`items/${id}/first.json`), JSON.stringify(item));
    },
    swords: () => readdirSync(path('items/sword')).toSorted(),
    importRows: (...rows: object[]) => importFile(server, rows.map((row) => JSON.stringify(row)).join('\n')),
    createToken: async (...scopes: TokenScope[]) => {
      const body = { name: scopes.join(' '), scopes, environments: ['Dev' as const], expires_at: null };
      const params = { instanceId: server.studio.dev };
      return (await server.call(projectTokens.create, { params, body }, { as: 'owner' })).secret;
    },
    token: '',
    /** Happens after each call that a command makes. */
    afterCall: async (_url: string): Promise<unknown> => undefined,
    /** Runs a command in the folder; `lines` is what it printed. */
    run: async (command: ContentCommand, ...args: string[]) => {
      const lines: string[] = [];
      const { fetch } = server.browser();
      const observed: typeof fetch = async (url, init) => {
        const response = await fetch(url, init);
        await content.afterCall(String(url));
        return response;
      };
      const place = ['--folder', folder, '--server', 'https://content.test', '--instance', String(server.studio.dev)];
      const surroundings = {
        say: (line: string) => lines.push(line),
        env: { QUARTERMASTER_TOKEN: content.token },
        fetch: observed,
      };
      const status = await runContentCommand(command, [...place, ...args], surroundings);
      expect(lines.join('\n')).not.toContain(content.token);
      return { status, lines };
    },
    /** The items on the server, by key. */
    onServer: async (): Promise<Record<string, Record<string, unknown>>> => {
      const params = { instanceId: server.studio.dev, templateId: 'sword' };
      const { items: rows } = await server.call(items.list, { params, body: { filters: [] } }, { as: 'owner' });
      return Object.fromEntries(rows.map(({ values }) => [String(values.sku), values]));
    },
  };
  await saveTemplate(server, 'sword', swordFields);
  await content.importRows(
    { sku: 'rusty', _label: 'Rusty', price: 5, notes: 'Old' },
    { sku: 'keen', _label: 'Keen', price: 7, parent: 'rusty' },
  );
  content.token = await content.createToken('read', 'write:dev');
  return content;
}
