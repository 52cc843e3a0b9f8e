import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { type Report, reports } from '@quartermaster/contract/endpoints/reports.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { eventually } from '../support/eventually.ts';
import { startRoundRobin } from '../support/round-robin.ts';
import { field, saveBody } from '../support/sample-template.ts';
import { urlOf } from '../support/server.ts';
import { migrations } from '../support/server-database.ts';
import { cleanUp } from '../support/server-process.ts';
import { emailOf, type Person, password, type Studio, seedStudio } from '../support/server-studio.ts';
import { createTwoServers, type TwoServers } from '../support/two-servers.ts';

/** A browser behind the proxy: consecutive calls reach different servers. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async send(endpoint: Endpoint, input: Parameters<typeof urlOf>[1]) {
    const answer = await fetch(pair.url + urlOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        'x-csrf-protection': '1',
        cookie: [...this.#cookies].map((cookie) => cookie.join('=')).join('; '),
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    const content = await answer.text();
    return { status: answer.status, body: content === '' ? undefined : (JSON.parse(content) as unknown) };
  }

  async call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> {
    const { status, body } = await this.send(endpoint, input as Parameters<typeof urlOf>[1]);
    if (status >= 300) throw new Error(`${endpoint.path}: ${status} ${JSON.stringify(body)}`);
    return body as Output<E>;
  }
}

async function signIn(person: Person): Promise<Browser> {
  const browser = new Browser();
  await browser.call(accounts.login, { body: { email: emailOf(person), password } });
  return browser;
}

let pair: TwoServers;
let database: Database;
let studio: Studio;

test('the proxy passes requests to the servers in turn, with body and client address', async () => {
  const received: string[] = [];
  const behind = ['a', 'b'].map((name) =>
    createServer(async (request, response) => {
      received.push(
        `${name} ${request.method} ${request.url} ${await text(request)} ${request.headers['x-forwarded-for']}`,
      );
      response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'] }).end(name);
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(behind.map((one) => once(one, 'listening')));
  const ports = behind.map((one) => (one.address() as AddressInfo).port);
  const proxy = await startRoundRobin(ports, 0, '127.0.0.1');
  for (const name of ['a', 'b', 'a']) {
    const answer = await fetch(`${proxy.url}/x?y=1`, { method: 'POST', body: 'hello' });
    expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([201, name, ['a=1', 'b=2']]);
  }
  expect(received).toEqual(['a', 'b', 'a'].map((name) => `${name} POST /x?y=1 hello 127.0.0.1`));
  for (const one of behind) one.close();
  await Promise.all(behind.map((one) => once(one, 'close')));
  expect((await fetch(proxy.url)).status).toBe(502);
  await proxy.close();
});

const server = process.env.DATABASE_URL;
// The embedded database allows one process at a time.
if (server) {
  beforeAll(async () => {
    pair = await createTwoServers(server);
    database = await openDatabase({ url: pair.databaseUrl, folder: '', migrations, connections: 2 });
    studio = await seedStudio(database, new Date());
    await pair.start();
  });

  beforeEach(() => database.query('truncate rate_limits', []));

  afterAll(async () => {
    await pair.close();
    await cleanUp();
    await database.close();
  });

  describe('two servers that take turns', () => {
    test('share the load evenly', async () => {
      const before = [...pair.proxy.given];
      const browser = await signIn('owner');
      for (let call = 0; call < 9; call++) await browser.call(accounts.get, {});
      expect(pair.proxy.given.map((given, index) => given - (before[index] ?? 0))).toEqual([5, 5]);
    });

    test('accept the same sessions, and refresh and end them for each other', async () => {
      const browser = await signIn('owner');
      for (let turn = 0; turn < 5; turn++) {
        expect((await browser.call(accounts.get, {})).email).toBe(emailOf('owner'));
        await browser.call(accounts.refresh, { body: {} });
        await browser.call(accounts.getSettings, {});
      }
      const other = await signIn('owner');
      await browser.call(accounts.logout, {});
      expect((await browser.send(accounts.refresh, { body: {} })).status).toBe(401);
      expect((await other.call(accounts.get, {})).name).toBe('owner');
    });

    test('count attempts together', async () => {
      const guess = () => new Browser().send(accounts.login, { body: { email: emailOf('admin'), password: 'wrong' } });
      const answers = await Promise.all(Array.from({ length: 14 }, guess));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    });

    test('use a template as the other has just saved it', async () => {
      const browser = await signIn('owner');
      const params = { instanceId: studio.dev };
      let version = 0;
      for (let turn = 1; turn <= 6; turn++) {
        const fields = Array.from({ length: turn }, (_, index) => field(`field_${index}`, 'integer', { order: index }));
        const saved = await browser.call(templates.save, {
          params,
          body: { id: 'thing', label: `Thing ${turn}`, version, fields },
        });
        version = saved.version;
        const values = Object.fromEntries(fields.map(({ id }, index) => [id, index + turn]));
        const { id } = await browser.call(items.save, { params, body: saveBody('thing', fields, values) });
        // The server that has not processed the save still has the template of the previous turn cached.
        if (turn % 2 === 0) await browser.call(accounts.get, {});
        const list = await browser.call(items.list, {
          params: { ...params, templateId: 'thing' },
          body: { filters: [], sort: { field: 'id', direction: 'desc' }, limit: 1 },
        });
        expect(list.items[0]).toMatchObject({ id, values });
      }
    });

    test('never assign an id twice under concurrent saves', async () => {
      const browser = await signIn('owner');
      const params = { instanceId: studio.dev };
      await browser.call(templates.save, { params, body: { id: 'many', label: 'Many', version: 0, fields: [] } });
      const save = () => browser.call(items.save, { params, body: saveBody('many', [], {}) });
      const saved = await Promise.all(Array.from({ length: 30 }, save));
      expect(new Set(saved.map(({ id }) => id)).size).toBe(30);
      const { items: list } = await browser.call(items.list, {
        params: { ...params, templateId: 'many' },
        body: { filters: [] },
      });
      expect(list).toHaveLength(30);
    });

    test('create no more projects concurrently than the plan includes', async () => {
      const browser = await signIn('stranger');
      const body = { project_name: 'Another', workspace_id: studio.elsewhere.workspaceId };
      const answers = await Promise.all(Array.from({ length: 8 }, () => browser.send(projects.create, { body })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402, 402, 402, 402]);
      for (let turn = 0; turn < 2; turn++) {
        const { workspaces: list } = await browser.call(workspaces.list, {});
        expect(list[0]?.projects).toHaveLength(3);
      }
    });

    test('run one export for both, and each serves its files', async () => {
      const browser = await signIn('owner');
      const params = { instanceId: studio.dev };
      await browser.call(templates.save, {
        params,
        body: { id: 'exported', label: 'Exported', version: 0, fields: [] },
      });
      // Until all have been requested, the first one cannot read anything: it must not be done before the last is
      // requested.
      const starts = await database.transaction(async (query) => {
        await query('lock table items in access exclusive mode', []);
        return Promise.all(Array.from({ length: 4 }, () => browser.send(reports.start, { params, body: {} })));
      });
      expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      const started = starts.find(({ status }) => status === 200)?.body as { id: number };
      const report = await eventually(async (): Promise<Report> => {
        const read = await browser.call(reports.get, { params: { ...params, reportId: started.id } });
        expect(read.report.completed_steps).toBe(read.report.total_steps);
        return read.report;
      });
      const file = { ...params, path: report.path, fileName: 'exported.json' };
      for (let turn = 0; turn < 4; turn++) {
        const { url } = await browser.call(reports.getFileUrl, { params: file });
        expect(url.startsWith(pair.url)).toBe(true);
        expect((await fetch(url)).status).toBe(200);
        // One extra call, or each turn would begin with the same server.
        if (turn % 2 === 0) await browser.call(accounts.get, {});
      }
    });

    test('hide a deleted project on both, restore it for each other, and remove it when both restart', async () => {
      const browser = await signIn('owner');
      const params = { projectId: studio.projectId };
      const listed = async () => {
        const { workspaces: list } = await browser.call(workspaces.list, {});
        return list[0]?.projects.length;
      };
      const linkOf = () =>
        eventually(async () => {
          const [mail] = await database.query<{ text: string }>(
            'select text from outbox order by created_at desc limit 1',
            [],
          );
          return /hash=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? expect.fail('No mail has come.');
        });
      await browser.call(projects.delete, { params });
      expect([await listed(), await listed()]).toEqual([0, 0]);
      const hash = await linkOf();
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => new Browser().send(projects.cancelRemoving, { query: { hash } })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410]);
      expect([await listed(), await listed()]).toEqual([1, 1]);

      await browser.call(projects.delete, { params });
      await pair.stop();
      // Three days later by the servers’ clocks.
      await database.query(
        "update projects set delete_after = now() - interval '1 second' where delete_after is not null",
        [],
      );
      await database.query("delete from pgboss.job where name = 'remove-projects'", []);
      await pair.start();
      await eventually(async () => {
        expect(await database.query('select 1 from projects where id = $1', [studio.projectId])).toEqual([]);
      });
      expect(await database.query('select 1 from templates where instance_id = $1', [studio.dev])).toEqual([]);
      // One by either server, or one by each if they started in different periods.
      const periods = await database.query<{ singleton_on: Date }>(
        "select singleton_on from pgboss.job where name = 'remove-projects'",
        [],
      );
      expect(periods.length).toBeGreaterThan(0);
      expect(new Set(periods.map(({ singleton_on }) => singleton_on.getTime())).size).toBe(periods.length);
      for (const { output } of pair.servers) expect(output()).not.toMatch(/"level":(50|60)/);
    });
  });
}
