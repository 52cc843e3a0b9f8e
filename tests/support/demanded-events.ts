import { onTestFinished } from 'vitest';
import type { Database } from '../../server/core/database/database.ts';

/** What counts as a change: of content, and the completion of an export. */
const changes = {
  items: 'insert or delete or update of label, "values"',
  templates: 'insert or delete or update of label, fields',
  menu_nodes: 'insert or update or delete',
  images: 'insert',
  reports: 'update of completed_at',
};

/**
 * Lets no transaction commit that changes content without emitting an event, until the test ends. What an instance is
 * created with is exempt.
 */
export async function demandEvents({ script }: Pick<Database, 'script'>): Promise<void> {
  const triggers = Object.entries(changes).map(
    ([table, change]) => `create constraint trigger demand_event after ${change} on ${table}
      deferrable initially deferred for each row execute function demand_event()`,
  );
  await script(`create function demand_event() returns trigger language plpgsql as $$ begin
      if not exists (select 1 from events where xmin = pg_current_xact_id()::xid)
        and not exists (select 1 from instances where xmin = pg_current_xact_id()::xid)
      then raise exception 'A change of % has emitted no event.', tg_table_name;
      end if;
      return null;
    end $$; ${triggers.join(';')}`);
  onTestFinished(async () => {
    await script('drop function demand_event cascade');
  });
}
