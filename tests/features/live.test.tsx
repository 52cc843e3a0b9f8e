import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { screen } from '@testing-library/react';
import { beforeEach, it } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const fields = inOrder([field('title', 'text'), field('price', 'integer')]);
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
});

async function renderFollowing(path: string, as: 'owner' | 'member' = 'member') {
  const browser = await server.signIn(as);
  browser.follows = true;
  return renderConsole(path, { server, as, browser });
}

it('shows what somebody else has saved', async () => {
  const { id, version } = await saveOne(
    server,
    saveBody('thing', fields, { title: 'Iron', price: 20 }, { label: 'Axe' }),
  );
  const { untilFollows } = await renderFollowing(
    pathTo(paths.items, { instanceId: server.studio.dev, templateId: 'thing' }),
  );
  await screen.findByText('Axe');
  await untilFollows();
  await saveOne(
    server,
    saveBody(
      'thing',
      fields,
      { title: 'Iron', price: 25 },
      { label: 'Battle axe', id, version, before: { title: 'Iron', price: 20 } },
    ),
  );
  await screen.findByText('Battle axe');
});
