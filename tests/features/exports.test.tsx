import { readFileSync } from 'node:fs';
import { formatJson } from '@quartermaster/contract/content/format-json.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { percentOf } from '../../src/shared/data/reports.ts';
import { dateTime } from '../../src/shared/ui/date-time.ts';
import { shows } from '../specification/shows.ts';
import { collectFiles } from '../support/collect-files.ts';
import { renderConsole } from '../support/console.tsx';
import { saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { choose } from './choose-instance.ts';

afterEach(() => vi.restoreAllMocks());

/** A studio with a template of two items in addition to the images; its owner works in Dev. */
async function withSwords() {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  await insertItems(server.app.deps.database, server.studio.dev, 'sword', 2);
  return server;
}

/** Creates reports that no job processes, with these numbers of steps and finished steps. */
async function insertReport(
  server: TestServer,
  done: number,
  error: string | null = null,
  instanceId = server.studio.dev,
) {
  const { query } = server.app.deps.database;
  const [report] = await query<{ id: number }>(
    `insert into reports (instance_id, account_id, path, created_at, completed_at, error)
      values ($1, $2, $3, '2026-01-05T09:07:03Z', case when $4 = 2 and $5::text is null then now() end, $5) returning id`,
    [instanceId, server.studio.accounts.owner, `p${Math.random()}`.replace('.', ''), done, error],
  );
  const id = report?.id ?? 0;
  for (const step of [1, 2]) {
    await query(
      `insert into report_steps (report_id, position, template_id, started_at, completed_at)
        values ($1, $2, $3, case when $4 then now() end, case when $4 then now() end)`,
      [id, step, `step_${step}`, step <= done],
    );
  }
  return id;
}

/** The text of a file that the browser was given. */
const textOf = async (files: ReturnType<typeof collectFiles>, name: string): Promise<string | undefined> =>
  files.find((file) => file.name === name)?.content.text();

test('an export asks for confirmation, and its report updates in the list until it is completed', async () => {
  shows(
    '1.2.route.exported-data',
    '1.8.success.export',
    '2.1.export.reports',
    '2.2.export.confirmation',
    '2.2.export.confirmation-points',
    '2.2.export.toast',
    '2.2.exported-data.column-created',
    '2.2.exported-data.column-id',
    '2.2.exported-data.column-status',
    '2.2.route.exported-data',
    '2.4.export.closes',
    '2.4.export.refreshes-reports',
    '2.4.report.status-completed',
    '2.6.export.reports',
  );
  const server = await withSwords();
  const { user, overlay } = await renderConsole('/settings/exported-data', { server, as: 'owner', follows: true });
  const none = (await screen.findByRole('heading', { name: 'No exports yet' })).parentElement as HTMLElement;
  await user.click(within(none).getByRole('button', { name: 'Export' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export' });
  expect(dialog.textContent).toContain('Are you sure you want to export? This process may take some time.');
  expect(dialog.textContent).toContain('Dashboard → Exported data');
  expect(within(dialog).getByText(/ game$/)).toBeTruthy();
  expect(within(dialog).getByText('dev')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Yes, export' }));
  expect(await within(overlay).findByText(/Export initiated successfully/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Export' })).toBeNull());
  const row = await screen.findByRole('row', { name: /completed/ });
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toEqual(['ID', 'Created', 'Status']);
  const [report] = (
    await server.call(reports.list, { params: { instanceId: server.studio.dev }, query: {} }, { as: 'owner' })
  ).reports;
  const link = within(overlay).getByRole('link', { name: 'Show the report' });
  expect(link.getAttribute('href')).toBe(`/settings/exported-data?report=${report?.id}`);
  expect(within(row).getByRole('rowheader').textContent).toBe(String(report?.id));
  const cells = within(row).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual([dateTime(report?.created_at ?? ''), 'completed']);
});

test('the confirmation before an export lists the changes since the last one', async () => {
  shows('2.2.export.confirmation');
  const server = await withSwords();
  const { user } = await renderConsole('/settings/exported-data', { server, as: 'owner', follows: true });
  const ask = async () => {
    // The one in the header; an empty list has another one.
    const [button] = await screen.findAllByRole('button', { name: 'Export' });
    await user.click(button as HTMLElement);
    return screen.findByRole('dialog', { name: 'Export' });
  };
  const dialog = await ask();
  // Games read the export, so its instance matters.
  expect(within(dialog).getByText(/ game$/)).toBeTruthy();
  expect(within(dialog).getByText('dev')).toBeTruthy();
  expect(await within(dialog).findByText('Nothing has been exported yet.')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Yes, export' }));
  await screen.findByRole('row', { name: /completed/ });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const before = await ask();
  expect(await within(before).findByText(/^Nothing has changed since the last export \(/)).toBeTruthy();
  await user.click(within(before).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  server.clock.advance(1);
  await server.call(
    items.delete,
    { params: { instanceId: server.studio.dev, templateId: 'sword', id: 2 } },
    { as: 'owner' },
  );
  const after = await ask();
  expect(await within(after).findByText(/^Changed since the last export \(/)).toBeTruthy();
  expect(within(after).getByRole('listitem').textContent).toMatch(/^sword.*: 1 item removed$/i);
  await user.click(within(after).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const id of ['axe', 'bow', 'club', 'dagger', 'estoc', 'flail'])
    await saveTemplate(server, id, [], { label: id });
  const many = await ask();
  await within(many).findByText(/^axe/);
  expect(
    within(many)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([...['axe', 'bow', 'club', 'dagger', 'estoc'].map((id) => `${id}: new template`), 'and 2 more templates']);
});

test('a refused export shows the reason in its dialog', async () => {
  shows('1.8.callout.dialogs', '1.8.callout.export', '2.8.export.in-dialog');
  const server = await withSwords();
  await insertReport(server, 1);
  const { user } = await renderConsole('/', { server, as: 'owner', follows: true });
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  const confirm = await screen.findByRole('button', { name: 'Yes, export' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await user.click(confirm);
  const dialog = screen.getByRole('dialog', { name: 'Export' });
  const callout = await within(dialog).findByRole('alert');
  expect(callout.textContent).toContain('running already');
  expect(callout.style.getPropertyValue('--alert-color')).toContain('red');
  const again = within(dialog).getByRole('button', { name: 'Yes, export' });
  expect(callout.compareDocumentPosition(again)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  // A closing dialog is still in the document for a moment.
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(dialog.isConnected).toBe(true);
});

test('a report’s file is fetched without credentials and saved as formatted JSON', async () => {
  shows(
    '1.1.exports-json',
    '2.1.export.json',
    '2.2.exported-data.dialog',
    '2.4.download.file-name',
    '2.4.download.formatted',
    '2.4.download.without-credentials',
  );
  const files = collectFiles();
  const server = await withSwords();
  // Text that resembles the structure of JSON.
  const title = 'one " quote, [brackets] and {braces}';
  const { query } = server.app.deps.database;
  await query(`update items set "values" = jsonb_set("values", '{title}', to_jsonb($1::text)) where id = 1`, [title]);
  const earlier = await insertReport(server, 2);
  const { id } = await server.call(
    reports.start,
    { params: { instanceId: server.studio.dev }, body: {} },
    { as: 'owner' },
  );
  const fetched: { url: string; credentials: RequestCredentials | undefined }[] = [];
  const { user, path } = await renderConsole('/settings/exported-data', {
    server,
    as: 'owner',
    follows: true,
    intercept: (fetch) => (input, init) => {
      fetched.push({ url: String(input), credentials: init?.credentials });
      return fetch(input, init);
    },
  });
  await user.click(await screen.findByRole('link', { name: `Report ${id}` }));
  expect(path()).toBe(`/settings/exported-data?report=${id}`);
  const dialog = await screen.findByRole('dialog', { name: `Report ${id}` });
  await user.click(await within(dialog).findByRole('button', { name: 'Download sword.json' }));
  await waitFor(() => expect(files.map(({ name }) => name)).toContain('sword.json'));
  expect(await textOf(files, 'sword.json')).toBe(
    JSON.stringify(
      [1, 2].map((n) => ({ id: n, title: n === 1 ? title : `sword ${n}`, cost: n * 2 })),
      null,
      2,
    ),
  );
  const download = fetched.find(
    ({ url }) => !url.includes('/v1/accounts') && !url.includes('/v1/instances') && url.includes('file'),
  );
  expect(download?.credentials).toBe('omit');

  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(path()).toBe('/settings/exported-data');
  expect(files.map(({ name }) => name)).toEqual(['sword.json']);
  // Each id opens its own report.
  await user.click(await screen.findByRole('link', { name: `Report ${earlier}` }));
  const other = await screen.findByRole('dialog', { name: `Report ${earlier}` });
  expect(await within(other).findByText('step_2')).toBeTruthy();
  expect(within(other).queryByRole('button', { name: 'Download sword.json' })).toBeNull();
});

test('all files of an export are saved as one archive, named by project and environment', async () => {
  shows('2.1.export.json', '2.4.download.formatted');
  const files = collectFiles();
  const server = await withSwords();
  const { id } = await server.call(
    reports.start,
    { params: { instanceId: server.studio.dev }, body: {} },
    { as: 'owner' },
  );
  const { user } = await renderConsole(`/settings/exported-data?report=${id}`, { server, as: 'owner', follows: true });
  await user.click(await screen.findByRole('button', { name: 'Download all' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [{ name, content: archive } = { name: '', content: new Blob() }] = files;
  expect(name).toMatch(new RegExp(`-game-dev-report-${id}\\.zip$`));
  // The files are stored without compression.
  const text = Buffer.from(await archive.arrayBuffer()).toString('latin1');
  expect(text.match(/[a-z]+\.json/g)?.slice(0, 2)).toEqual(['image.json', 'sword.json']);
  expect(text).toContain(
    JSON.stringify(
      [1, 2].map((n) => ({ id: n, title: `sword ${n}`, cost: n * 2 })),
      null,
      2,
    ),
  );
});

test.each(['Download sword.json', 'Download all'])('a failed download shows an error: %s', async (name) => {
  shows('1.8.toast.download-generic', '1.8.toast.generic', '2.8.download.toast-generic');
  const server = await withSwords();
  const { id } = await server.call(
    reports.start,
    { params: { instanceId: server.studio.dev }, body: {} },
    { as: 'owner' },
  );
  const { user, overlay } = await renderConsole(`/settings/exported-data?report=${id}`, {
    server,
    as: 'owner',
    follows: true,
    intercept: (fetch) => (input, init) =>
      init?.credentials === 'omit' ? Promise.resolve(new Response(null, { status: 403 })) : fetch(input, init),
  });
  await user.click(await screen.findByRole('button', { name }));
  expect(await within(overlay).findByText('Something went wrong. Please try again later')).toBeTruthy();
});

test('a report lists each template with its state', async () => {
  shows('2.4.report.status-percentage');
  const server = await withSwords();
  const id = await insertReport(server, 1);
  await renderConsole(`/settings/exported-data?report=${id}`, { server, as: 'owner', follows: true });
  const dialog = await screen.findByRole('dialog', { name: `Report ${id}` });
  await within(dialog).findByText('50%');
  expect(percentOf({ total_steps: 200, completed_steps: 199 })).toBe(99);
  const rows = within(dialog)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(rows).toEqual(['step_1completed', 'step_2waiting']);
});

test('a running report is followed until it is completed', async () => {
  shows('2.4.report.status-completed', '2.4.report.status-percentage');
  const server = await withSwords();
  const id = await insertReport(server, 1);
  await renderConsole('/settings/exported-data', { server, as: 'owner', follows: true });
  expect(await screen.findByText('50%')).toBeTruthy();
  const { query } = server.app.deps.database;
  await query('update report_steps set completed_at = now() where report_id = $1', [id]);
  await query('update reports set completed_at = now() where id = $1', [id]);
  expect(await screen.findByText('completed')).toBeTruthy();
  expect(screen.queryByText('50%')).toBeNull();
});

test('a failed report shows the step at which it stopped, and its progress', async () => {
  shows('3.settled.export.stopped');
  const server = await withSwords();
  const error = 'The export has stopped at step_2. Please try again later.';
  const ids = [await insertReport(server, 0, error), await insertReport(server, 1, error)];
  // Its files were written, but delivery does not serve them.
  ids.push(await insertReport(server, 2, 'The export has stopped. Please try again later.'));
  const { user } = await renderConsole('/settings/exported-data', { server, as: 'owner', follows: true });
  const link = async (id: number | undefined) => screen.findByRole('link', { name: `Report ${id}` });
  const statuses = [];
  for (const id of ids) {
    const row = (await link(id)).closest('tr') ?? expect.fail('No row.');
    statuses.push(within(row).getAllByRole('cell').at(-1)?.textContent);
  }
  expect(statuses).toEqual(['stopped at 0%', 'stopped at 50%', 'stopped at 50%']);
  await user.click(await link(ids[1]));
  const dialog = await screen.findByRole('dialog', { name: `Report ${ids[1]}` });
  expect((await within(dialog).findByRole('alert')).textContent).toBe(error);
  expect(within(dialog).getByText('stopped at 50%')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Download all' })).toBeNull();
});

test('exports are paged, with the page in the address', async () => {
  shows('2.1.export.reports', '2.2.exported-data.column-id');
  const server = await withSwords();
  const ids: number[] = [];
  for (let n = 0; n < 22; n++) ids.unshift(await insertReport(server, 2));
  await insertReport(server, 2, null, server.studio.stage);
  const { user, path } = await renderConsole('/settings/exported-data', { server, as: 'owner', follows: true });
  const shown = () => screen.getAllByRole('link', { name: /^Report / }).map((link) => Number(link.textContent));
  await screen.findByRole('link', { name: `Report ${ids[0]}` });
  expect(shown()).toEqual(ids.slice(0, 10));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('link', { name: `Report ${ids[11]}` });
  expect(shown()).toEqual(ids.slice(10, 20));
  const second = `/settings/exported-data?size=10&from=10&cursor=${ids[9]}`;
  expect(path()).toBe(second);
  // A report is opened next to the page, and closed to the same one.
  await user.click(await screen.findByRole('link', { name: `Report ${ids[11]}` }));
  const dialog = await screen.findByRole('dialog', { name: `Report ${ids[11]}` });
  expect(path()).toBe(`${second}&report=${ids[11]}`);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(path()).toBe(second));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(shown()).toEqual(ids.slice(20)));
  for (const from of [10, 0]) {
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await waitFor(() => expect(shown()).toEqual(ids.slice(from, from + 10)));
  }
});

test('going back from the last page of exports to the first keeps the focus', async () => {
  const server = await withSwords();
  const ids: number[] = [];
  for (let n = 0; n < 12; n++) ids.unshift(await insertReport(server, 2));
  const { user } = await renderConsole(`/settings/exported-data?size=10&from=10&cursor=${ids[9]}`, {
    server,
    as: 'owner',
    follows: true,
  });
  await screen.findByRole('link', { name: `Report ${ids[11]}` });
  await user.click(screen.getByRole('button', { name: 'First' }));
  await screen.findByRole('link', { name: `Report ${ids[0]}` });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'First' }));
});

test('a list of exports with an invalid cursor shows the first page', async () => {
  const server = await withSwords();
  const id = await insertReport(server, 2);
  const { path, overlay } = await renderConsole('/settings/exported-data?cursor=nonsense', {
    server,
    as: 'owner',
    follows: true,
  });
  expect(await screen.findByRole('link', { name: `Report ${id}` })).toBeTruthy();
  expect(path()).toBe('/settings/exported-data');
  expect(within(overlay).queryByRole('alert')).toBeNull();
});

test.each([
  [0, 0, 100],
  [4, 0, 0],
  [4, 1, 25],
  [3, 2, 66],
  [4, 4, 100],
])('of %i steps, %i done is %i percent', (total_steps, completed_steps, percent) => {
  shows('2.4.report.status-no-steps', '2.4.report.status-ratio');
  expect(percentOf({ total_steps, completed_steps })).toBe(percent);
});

test('export times are formatted as day, short month, year and time', () => {
  shows('1.9.date.reports', '2.9.date.reports');
  expect(dateTime(new Date(2026, 0, 5, 9, 7, 3).toISOString())).toBe('05 Jan, 2026 9:07:03');
});

test('formatting indents JSON and changes nothing else', () => {
  shows('2.4.download.formatted');
  const value = { b: [1, { c: 'a "quoted" \\ {,:[ ü' }], a: null, e: [], o: {}, t: true, n: -1.5e-7 };
  expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  expect(formatJson('{"b":1,"7":1.0,"big":12345678901234567890}')).toBe(
    '{\n  "b": 1,\n  "7": 1.0,\n  "big": 12345678901234567890\n}',
  );
});

test('the token is hidden until revealed, can be copied with a copied state, and is replaced after confirmation', async () => {
  shows(
    '1.2.route.export-settings',
    '1.8.success.token',
    '2.1.export.token',
    '2.2.export-settings.copy',
    '2.2.export-settings.regenerate',
    '2.2.export-settings.show-hide',
    '2.2.export-settings.token',
    '2.2.route.export-settings',
    '2.4.token.regenerated-toast',
    '2.6.export.settings',
  );
  const server = await withSwords();
  const { studio } = server;
  const tokenOf = async (instanceId: number) =>
    (await server.call(instances.getToken, { params: { instanceId } }, { as: 'owner' })).token;
  const token = await tokenOf(studio.dev);
  const tokenOfStage = await tokenOf(studio.stage);
  const { user, overlay } = await renderConsole('/settings/export-settings', { server, as: 'owner', follows: true });
  const field = await screen.findByLabelText<HTMLInputElement>('API token');
  expect(field.value).not.toContain(token);
  await user.click(screen.getByRole('button', { name: 'Show token' }));
  expect(field.value).toBe(token);
  await user.click(screen.getByRole('button', { name: 'Hide token' }));
  expect(field.value).not.toContain(token);

  await user.click(screen.getByRole('button', { name: 'Copy token' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(token);
  expect(await screen.findByRole('button', { name: 'Copy token' })).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Regenerate' }));
  await screen.findByRole('dialog', { name: 'Regenerate token' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await tokenOf(studio.dev)).toBe(token);
  await user.click(screen.getByRole('button', { name: 'Regenerate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Regenerate token' });
  await user.click(within(dialog).getByRole('button', { name: 'Yes, regenerate' }));
  expect(await within(overlay).findByText('Token updated successfully')).toBeTruthy();
  const next = await tokenOf(studio.dev);
  expect(next).not.toBe(token);
  expect(await tokenOf(studio.stage)).toBe(tokenOfStage);
  await user.click(screen.getByRole('button', { name: 'Show token' }));
  await waitFor(() => expect(field.value).toBe(next));
  await user.click(screen.getByRole('button', { name: 'Copy token' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(next));
});

test('a failed copy shows the reason', async () => {
  shows('1.8.toast.clipboard', '2.8.copy.toast');
  const server = await withSwords();
  const { user, overlay } = await renderConsole('/settings/export-settings', { server, as: 'owner', follows: true });
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not permitted'));
  await user.click(await screen.findByRole('button', { name: 'Copy token' }));
  expect(await within(overlay).findByText('Failed to copy: not permitted')).toBeTruthy();
});

test('the export settings show the instance, the calls of the delivery API, and types and clients for a game', async () => {
  shows('2.2.export-settings.instance-id', '4.readers.download', '4.clients.download');
  const server = await withSwords();
  const { user } = await renderConsole('/settings/export-settings', { server, as: 'owner', follows: true });
  await screen.findByLabelText('API token');
  const id = server.studio.dev;
  expect(screen.getByText('Instance ID').parentElement?.textContent).toContain(String(id));
  expect(
    screen.getByText(
      `curl --compressed -H "Authorization: Bearer $TOKEN" http://localhost:4400/v1/delivery/${id}/manifest.json`,
    ),
  ).toBeTruthy();

  const files = collectFiles();
  await user.click(screen.getByRole('link', { name: 'Game code' }));
  await user.click(await screen.findByRole('button', { name: 'TypeScript' }));
  await user.click(screen.getByRole('button', { name: 'JSON Schema' }));
  await waitFor(() => expect(files).toHaveLength(2));
  expect(await textOf(files, 'quartermaster.ts')).toContain('readonly "sword.json": readonly Sword[];');
  const schema = JSON.parse((await textOf(files, 'quartermaster.schema.json')) ?? '');
  expect(schema.$defs).toHaveProperty(['sword.json', 'type'], 'array');
  await user.click(screen.getByRole('button', { name: 'TypeScript client' }));
  await user.click(screen.getByRole('button', { name: 'C# client (Unity)' }));
  await waitFor(() => expect(files).toHaveLength(4));
  for (const name of ['quartermaster-client.ts', 'QuartermasterClient.cs'])
    expect(await textOf(files, name)).toBe(readFileSync(`clients/${name}`, 'utf8'));
});

test.each(['/settings/exported-data', '/settings/export-settings'])('%s needs EXPORT', async (path) => {
  shows(
    '1.2.route.access-denied',
    '1.6.guard.access-denied',
    '1.8.missing.wrong-role',
    '2.2.export-settings.permission',
    '2.2.exported-data.permission',
    '2.6.export.reports',
    '2.6.export.settings',
    '2.6.guard.access-denied',
    '2.8.missing.wrong-role',
  );
  const server = await startTestServer();
  await choose(server, 'member', server.studio.dev);
  const { untilPath } = await renderConsole(path, { server, as: 'member' });
  await untilPath('/access-denied');
  expect(await screen.findByRole('heading', { level: 1, name: 'Access denied' })).toBeTruthy();
});
