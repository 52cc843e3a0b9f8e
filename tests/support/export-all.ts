import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { TestServer } from './server.ts';

/** Exports an instance and waits until delivery serves the files; returns the report's id. */
export async function exportAll(server: TestServer, instanceId = server.studio.dev): Promise<number> {
  const { id } = await server.call(reports.start, { params: { instanceId }, body: {} }, { as: 'owner' });
  const { query } = server.app.deps.database;
  await eventually(async () =>
    expect(await query('select 1 from reports where id = $1 and completed_at is not null', [id])).toHaveLength(1),
  );
  return id;
}
