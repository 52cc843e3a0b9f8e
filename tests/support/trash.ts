import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { restores, trash } from '@quartermaster/contract/endpoints/trash.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { expect } from 'vitest';
import { endedSet } from './bulk-edits.ts';
import type { TestServer } from './server.ts';

type Restore = Input<typeof restores.apply>['body'];

/** The owner's calls for the trash of Dev. */
export function trashOf(server: TestServer) {
  const as = { as: 'owner' } as const;
  const params = { instanceId: server.studio.dev };
  const list = (query: Input<typeof trash.list>['query'] = {}) => server.call(trash.list, { params, query }, as);
  return {
    list,
    names: async (query: Input<typeof trash.list>['query'] = {}) => (await list(query)).entries.map(({ name }) => name),
    check: (body: Input<typeof restores.check>['body']) => server.call(restores.check, { params, body }, as),
    /** Waits for the job, if there is one. */
    restore: async (body: Restore): Promise<number> => {
      const started = await server.call(restores.apply, { params, body }, as);
      const id = started.id ?? expect.fail('There is something to restore.');
      if (started.state === 'running')
        expect(await endedSet(server, id)).toMatchObject({ state: 'applied', error: null });
      return id;
    },
    refused: async (body: unknown) => {
      const answer = await server.send(restores.apply, { params, body }, as);
      return { status: answer.status, ...(answer.body as ErrorBody) };
    },
    remove: (templateId: string, id: number) =>
      server.call(items.delete, { params: { ...params, templateId, id } }, as),
    removeTemplate: (templateId: string) => server.call(templates.delete, { params: { ...params, templateId } }, as),
  };
}

/** Calls everything that there is for the trash, for the item or template that was deleted last. */
export async function restoreEverything(
  server: TestServer,
  deleted: string | { template_id: string; id: number },
): Promise<void> {
  const { list, check, restore } = trashOf(server);
  const body = typeof deleted === 'string' ? { template: deleted } : { item: deleted };
  expect((await list()).total).toBeGreaterThan(0);
  const { fingerprint } = await check(body);
  await restore({ ...body, fingerprint });
}
