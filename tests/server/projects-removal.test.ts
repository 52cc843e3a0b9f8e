import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import { delivery } from '@quartermaster/contract/endpoints/delivery.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { imageKey } from '../../server/core/files/image-key.ts';
import { removeDueProjects } from '../../server/modules/projects/remove-projects.ts';
import { runExport } from '../../server/modules/reports/run-export.ts';
import { addMember } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { eventually } from '../support/eventually.ts';
import { imageBody } from '../support/image-body.ts';
import { hashOf, mailsOf, type ReceivedMail } from '../support/mailbox.ts';
import { addProject } from '../support/members.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { tableNames } from '../support/server-database.ts';
import { cleanUp } from '../support/server-process.ts';
import { emailOf, type Person } from '../support/server-studio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  // The jobs queued at the start would look for due projects themselves, at an unpredictable time.
  await server.app.deps.jobs.start();
  await query("delete from pgboss.job where name = 'remove-projects'");
});

const days = (count: number) => count * 24 * 60 * 60;
const png = drawPortrait('QM', [10, 20, 30]);
const owner = { as: 'owner' as const };

const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);
const remove = (projectId = server.studio.projectId, as: Person = 'owner') =>
  server.send(projects.delete, { params: { projectId } }, { as });
const cancel = (hash: string) => server.send(projects.cancelRemoving, { query: { hash } });
const sweep = (signal = new AbortController().signal) => removeDueProjects(server.app.deps, signal);
const answerOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { error?: string } | undefined)?.error,
];
const listed = async (as: Person) =>
  (await server.call(workspaces.list, {}, { as })).workspaces.flatMap(({ projects: list }) => list);

const mails = (count: number): Promise<ReceivedMail[]> =>
  eventually(async () => {
    const sent = await mailsOf(server.app);
    expect(sent).toHaveLength(count);
    return sent.toSorted((one, other) => one.recipient.localeCompare(other.recipient));
  });

/** Deletes the studio’s project and returns the secret of the link mailed to its owner. */
async function removedWithLink(): Promise<string> {
  expect((await remove()).body).toEqual({ ok: true });
  return hashOf((await mails(1))[0] ?? expect.fail('No mail.'));
}

const image = (instanceId: number) =>
  server.call(items.save, { params: { instanceId }, body: imageBody(png.toString('base64')) }, owner);

const imagePaths = (instanceId: number) =>
  query<{ path: string }>('select path from images where instance_id = $1', [instanceId]);

const files = () => server.app.deps.files;

async function exported(instanceId: number): Promise<string[]> {
  const { id } = await server.call(reports.start, { params: { instanceId }, body: {} }, owner);
  await eventually(async () => {
    expect(await query('select 1 from reports where id = $1 and completed_at is not null', [id])).toHaveLength(1);
  });
  const steps = await query<{ file: string }>('select file from report_steps where report_id = $1', [id]);
  return steps.map(({ file }) => file);
}

const fields = [
  field('price', 'integer'),
  field('note', 'text', { order: 1 }),
  field('next', 'item-link', { templateId: 'thing', order: 2 }),
];

/** Fills every table of content; returns the keys of its files. */
async function fill(instanceId: number): Promise<string[]> {
  const version = await saveTemplate(server, 'thing', fields, { instanceId });
  const first = await saveOne(server, saveBody('thing', fields, { price: 1, note: 'x' }), 'owner', instanceId);
  await saveOne(server, saveBody('thing', fields, { price: 2, next: first.id, note: 'y' }), 'owner', instanceId);
  const rest = fields.filter(({ id }) => id !== 'note');
  await saveTemplate(server, 'thing', rest, { instanceId, version });
  await saveTemplate(server, 'gone', [], { instanceId });
  await saveOne(server, saveBody('gone', [], {}), 'owner', instanceId);
  await server.call(templates.delete, { params: { instanceId, templateId: 'gone' } }, owner);
  const group = { id: 'group', parent_id: 'root', label: 'Group', template_id: '', order: 0, status: 1 } as const;
  await server.call(menu.save, { params: { instanceId }, body: { menu: [group] } }, owner);
  await image(instanceId);
  await server.call(instances.getToken, { params: { instanceId } }, owner);
  // As the daily job stores it.
  await query(
    `insert into history_sweeps (template_key, started_at) select key, now() from templates where instance_id = $1
      on conflict do nothing`,
    [instanceId],
  );
  const exports = await exported(instanceId);
  const [row] = await query<{ project_id: number }>('select project_id from instances where id = $1', [instanceId]);
  const images = (await imagePaths(instanceId)).map(({ path }) => imageKey(row?.project_id ?? 0, path));
  return [...images, ...exports, ...exports.map((key) => `${key}.br`), ...exports.map((key) => `${key}.gz`)];
}

/** Tables that do not depend on the content of projects alone. */
const others =
  /^(access_log|event_consumers|job_starts|kept_history|one_time_secrets|outbox|rate_limits|refresh_tokens)$/;

/** A daily job may add those of the other projects in the meantime, so only those without a template are counted. */
const sweepsLeft = `(select count(*)::int from history_sweeps s
  where not exists (select 1 from templates t where t.key = s.template_key)
    and not exists (select 1 from template_revisions r where r.template_key = s.template_key))`;

async function rowCounts(): Promise<Record<string, number>> {
  const names = (await tableNames(server.app.deps.database)).filter((name) => !others.test(name));
  const countOf = (name: string) => (name === 'history_sweeps' ? sweepsLeft : `(select count(*)::int from "${name}")`);
  const counts = names.map((name) => `${countOf(name)} as "${name}"`).join(', ');
  return (await query<Record<string, number>>(`select ${counts}`))[0] ?? {};
}

const existing = async (keys: string[]) => {
  const found = await Promise.all(keys.map((key) => files().exists(key)));
  return keys.filter((_, index) => found[index]);
};

describe('a project that is being deleted', () => {
  test('is hidden from lists and from every call into it', async () => {
    const { projectId, dev: instanceId } = server.studio;
    await server.call(instances.activate, { params: { instanceId }, body: {} }, owner);
    expect((await remove()).status).toBe(200);
    for (const person of ['owner', 'admin', 'member'] as const) expect(await listed(person)).toEqual([]);
    const calls = [
      server.send(instances.getPermissions, { params: { instanceId } }, owner),
      server.send(templates.list, { params: { instanceId } }, owner),
      server.send(instances.activate, { params: { instanceId }, body: {} }, owner),
      server.send(reports.start, { params: { instanceId }, body: {} }, owner),
      server.send(projects.rename, { params: { projectId }, body: { name: 'x' } }, owner),
      remove(),
    ];
    for (const call of calls) expect(answerOf(await call)).toEqual([404, 'not_found']);
  });

  test('is no longer delivered', async () => {
    const { dev: instanceId } = server.studio;
    await exported(instanceId);
    const { token } = await server.call(instances.getToken, { params: { instanceId } }, owner);
    const ask = () =>
      server.send(delivery.manifest, { params: { instanceId } }, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).status).toBe(200);
    const hash = await removedWithLink();
    expect((await ask()).status).toBe(401);
    await cancel(hash);
    expect((await ask()).status).toBe(200);
  });

  test('counts until it is removed, so that it can be restored', async () => {
    const { workspaceId, projectId } = server.studio.free;
    expect((await remove(projectId, 'free')).status).toBe(200);
    const create = () =>
      server.send(projects.create, { body: { project_name: 'New', workspace_id: workspaceId } }, { as: 'free' });
    const used = async () =>
      (await server.call(workspaces.getSubscription, { params: { workspaceId } }, { as: 'free' })).used_projects;
    expect(answerOf(await create())).toEqual([402, 'plan']);
    expect(await used()).toBe(1);
    server.clock.advance(days(3));
    await sweep();
    expect(await used()).toBe(0);
    expect((await create()).status).toBe(200);
  });

  test('is deleted by owners only', async () => {
    shows('1.6.project-delete.owner-only');
    expect(answerOf(await remove(server.studio.projectId, 'admin'))).toEqual([403, 'forbidden']);
    expect(answerOf(await remove(server.studio.projectId, 'member'))).toEqual([403, 'forbidden']);
    expect(answerOf(await remove(server.studio.projectId, 'stranger'))).toEqual([404, 'not_found']);
    expect(await listed('owner')).toHaveLength(1);
  });

  test('cancels a running export, without an error or another step', async () => {
    const { dev: instanceId, accounts } = server.studio;
    for (const name of ['aaa', 'bbb'])
      await insertItems(server.app.deps.database, instanceId, name, 3, name === 'aaa' ? 1 : 4);
    const [report] = await query<{ id: number }>(
      "insert into reports (instance_id, account_id, path, created_at) values ($1, $2, 'path', now()) returning id",
      [instanceId, accounts.owner],
    );
    const id = report?.id ?? 0;
    await query("insert into report_steps (report_id, position, template_id) values ($1, 1, 'aaa'), ($1, 2, 'bbb')", [
      id,
    ]);
    const store = files();
    // The project is deleted while the first file is being written.
    const whileWriting: typeof store = {
      ...store,
      put: async (key, data) => {
        if (key.endsWith('.json')) await remove();
        return store.put(key, data);
      },
    };
    await runExport({ ...server.app.deps, files: whileWriting }, { report_id: id }, new AbortController().signal);
    const steps = await query(
      'select completed_at is not null as done from report_steps where report_id = $1 order by position',
      [id],
    );
    expect(steps).toEqual([{ done: true }, { done: false }]);
    const [ended] = await query<{ error: string; completed_at: Date | null }>(
      'select error, completed_at from reports',
    );
    expect(ended).toEqual({ error: 'The export has stopped, as the project is being deleted.', completed_at: null });
  });
});

describe('the mail about it', () => {
  test('goes to every owner, gives the date, and has a link that restores it', async () => {
    shows('1.4.project-delete.cancel-link', '1.4.project-delete.emails-owners');
    server.clock.stop();
    const { workspaceId, accounts } = server.studio;
    const now = server.clock.now();
    await addMember(server.app.deps.database.query, { workspaceId, accountId: accounts.stranger, role: 'owner', now });
    await remove();
    const sent = await mails(2);
    expect(sent.map(({ recipient }) => recipient)).toEqual([emailOf('owner'), emailOf('stranger')]);
    const until = new Date(server.clock.now().getTime() + days(3) * 1000);
    for (const mail of sent) {
      expect(mail.subject).toBe('The project Studio game is being deleted');
      expect(mail.text).toContain(
        `on ${until.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC.`,
      );
      expect(mail.text).toContain(`${server.app.deps.config.publicUrl}/project-removal/cancelled?hash=`);
    }
    const second = await addProject(server, 'Second');
    await remove(second.id);
    expect((await cancel(hashOf(sent[1] ?? expect.fail('No mail.')))).body).toEqual({ name: 'Studio game' });
    expect((await listed('owner')).map(({ id }) => id)).toEqual([server.studio.projectId]);
    await mails(4);
  });

  test('is not sent if nothing was deleted', async () => {
    shows('1.4.project-delete.emails-owners');
    await remove(server.studio.projectId, 'admin');
    await remove();
    await remove();
    await mails(1);
    expect(await query("select 1 from pgboss.job where name = 'mail' and state in ('created', 'retry')")).toEqual([]);
  });
});

describe('restoring it', () => {
  test('restores all of it, until the last moment', async () => {
    shows('1.4.project-delete.window', '1.9.retention.project');
    server.clock.stop();
    const { dev: instanceId } = server.studio;
    const keys = await fill(instanceId);
    const before = await listed('owner');
    const rows = await rowCounts();
    const hash = await removedWithLink();
    server.clock.advance(days(3) - 1);
    await sweep();
    expect((await cancel(hash)).body).toEqual({ name: 'Studio game' });
    expect(await listed('owner')).toEqual(before);
    expect(await rowCounts()).toEqual(rows);
    expect(await existing(keys)).toEqual(keys);
    server.clock.advance(days(30));
    await sweep();
    expect(await rowCounts()).toEqual(rows);
  });

  test('works once, and then shows a message', async () => {
    shows('1.4.project-delete.cancel-link');
    const hash = await removedWithLink();
    expect((await cancel(hash)).status).toBe(200);
    expect(answerOf(await cancel(hash))).toEqual([410, 'link_used']);
    expect(answerOf(await cancel('x'.repeat(43)))).toEqual([404, 'link_wrong']);
  });

  test('works once when two owners try concurrently', async () => {
    const hash = await removedWithLink();
    const answers = await Promise.all([cancel(hash), cancel(hash)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });

  test('is no longer possible after the three days, removed or not', async () => {
    shows('1.4.project-delete.window', '1.9.retention.project');
    const hash = await removedWithLink();
    server.clock.advance(days(3));
    expect(answerOf(await cancel(hash))).toEqual([410, 'link_expired']);
    await sweep();
    expect(answerOf(await cancel(hash))).toEqual([410, 'link_expired']);
    expect(await query('select 1 from projects where id = $1', [server.studio.projectId])).toEqual([]);
  });

  test('works only with the link of the same deletion', async () => {
    shows('1.4.project-delete.cancel-link');
    const first = await removedWithLink();
    await cancel(first);
    await query('delete from outbox');
    const second = await removedWithLink();
    expect(second).not.toBe(first);
    expect(answerOf(await cancel(first))).toEqual([410, 'link_used']);
    expect((await cancel(second)).status).toBe(200);
  });
});

describe('removal after three days', () => {
  test('deletes everything in the project and nothing in another one', async () => {
    shows('1.7.project.delete');
    server.clock.stop();
    const { workspaceId, dev } = server.studio;
    const kept = await fill(dev);
    // So that the job which does the same changes nothing in the meantime.
    const addActivity = () =>
      server.call(activity.list, { params: { projectId: server.studio.projectId }, query: {} }, owner);
    await addActivity();
    const rows = await rowCounts();
    const project = await server.call(
      projects.create,
      { body: { project_name: 'Second', workspace_id: workspaceId } },
      owner,
    );
    const [instance] = project.instances;
    const keys = await fill(instance?.id ?? 0);
    await server.call(instances.activate, { params: { instanceId: instance?.id ?? 0 }, body: {} }, owner);
    // A failed save leaves an uploaded file that no row references.
    const lost = imageKey(project.id, `${'a'.repeat(64)}.png`);
    await files().put(lost, png);
    await addActivity();
    const full = await rowCounts();
    const content = Object.keys(rows).filter((name) => full[name] !== rows[name]);
    expect(content.toSorted()).toEqual([
      'activity',
      'activity_groups',
      'api_tokens',
      'build_files',
      'channel_builds',
      'channels',
      'events',
      'field_removals',
      'images',
      'instance_members',
      'instances',
      'item_counts',
      'item_links',
      'item_revisions',
      'item_sums',
      'item_values',
      'items',
      'job_progress',
      'menu_nodes',
      'menu_revisions',
      'projects',
      'removed_documents',
      'removed_values',
      'report_steps',
      'reports',
      'signing_keys',
      'template_revisions',
      'templates',
      'trash',
    ]);
    expect((await remove(project.id)).status).toBe(200);
    server.clock.advance(days(3) - 1);
    await sweep();
    expect(await rowCounts()).toEqual(full);
    server.clock.advance(1);
    await sweep();
    expect(await rowCounts()).toEqual(rows);
    expect(await existing([...keys, lost])).toEqual([]);
    expect(await existing(kept)).toEqual(kept);
    expect(kept).toHaveLength(7);
    expect(
      await query('select active_instance_id from accounts where id = $1', [server.studio.accounts.owner]),
    ).toEqual([{ active_instance_id: 0 }]);
    expect(await listed('owner')).toMatchObject([{ name: 'Studio game' }]);
  });

  test('resumes after an interruption, and can no longer be cancelled', async () => {
    const { dev, projectId } = server.studio;
    const keys = await fill(dev);
    await insertItems(server.app.deps.database, dev, 'many', 6_000, 100);
    const hash = await removedWithLink();
    server.clock.advance(days(3));
    const stop = new AbortController();
    const store = files();
    const failing = { ...store, deleteFolder: () => Promise.reject(new Error('The store is away.')) };
    await expect(removeDueProjects({ ...server.app.deps, files: failing }, stop.signal)).rejects.toThrow('away');
    expect(await existing(keys)).toEqual(keys);
    expect(await query('select 1 from projects where id = $1', [projectId])).toHaveLength(1);
    // Not even by a server with a slow clock.
    server.clock.advance(-days(2));
    expect(answerOf(await cancel(hash))).toEqual([410, 'link_expired']);
    stop.abort(new Error('The server is stopping.'));
    await expect(sweep(stop.signal)).rejects.toThrow('stopping');
    await sweep();
    expect(await query('select 1 from projects where id = $1', [projectId])).toEqual([]);
    expect(await existing(keys)).toEqual([]);
  });

  test('happens once when servers begin concurrently', async () => {
    await fill(server.studio.dev);
    await remove();
    server.clock.advance(days(3));
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await listed('owner')).toEqual([]);
    expect(await query('select 1 from items')).toEqual([]);
    await sweep();
  });

  test('continues with the others if one fails', async () => {
    const { projectId, free, elsewhere } = server.studio;
    await remove();
    await remove(free.projectId, 'free');
    await remove(elsewhere.projectId, 'stranger');
    server.clock.advance(days(3));
    const store = files();
    const failing = {
      ...store,
      deleteFolder: (folder: string) =>
        folder === `images/${projectId}` ? Promise.reject(new Error('The store is away.')) : store.deleteFolder(folder),
    };
    await expect(
      removeDueProjects({ ...server.app.deps, files: failing }, new AbortController().signal),
    ).rejects.toThrow('away');
    expect(await query('select id from projects')).toEqual([{ id: projectId }]);
  });

  test('is done at startup by a server that was down when the days ended', async () => {
    const { studio, begin, call } = await restartableServer(async ({ query }, { projectId }) => {
      await query(
        "update projects set status = 'DeleteInProgress', delete_after = now() - interval '1 second' where id = $1",
        [projectId],
      );
    });
    await begin();
    const params = { workspaceId: studio.workspaceId };
    await eventually(async () => {
      expect(await call(workspaces.getSubscription, { params })).toMatchObject({ used_projects: 0 });
    });
    await cleanUp();
  });
});
