import { beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});

const send = (payload: Buffer, type = 'application/json') =>
  server.app.inject({
    method: 'POST',
    url: '/v1/projects',
    headers: { authorization: server.bearer('owner'), 'content-type': type },
    payload,
  });
const project = (name: string) => JSON.stringify({ project_name: name, workspace_id: server.studio.workspaceId });
const names = async () =>
  (await server.app.deps.database.query<{ name: string }>('select name from projects', [])).map(({ name }) => name);

describe('a request in another encoding', () => {
  test.each([
    ['Latin-1', (text: string) => Buffer.from(text, 'latin1'), 'is not UTF-8'],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'is in UTF-16'],
    ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le'), 'is in UTF-16'],
  ])('is refused, and says which: %s', async (_, encode, reason) => {
    shows('4.files.encoding');
    const before = await names();
    const answer = await send(encode(project('Épée')));
    expect([answer.statusCode, answer.json().message]).toEqual([400, `The request ${reason}. Send JSON in UTF-8.`]);
    expect(await names()).toEqual(before);
  });
});

test('a byte order mark before JSON is read', async () => {
  shows('4.files.encoding');
  const answer = await send(Buffer.from(`\ufeff${project('Épée')}`));
  expect(answer.statusCode).toBe(200);
  expect(await names()).toContain('Épée');
});
