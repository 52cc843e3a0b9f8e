import { settleRepeatedKeys } from './content/documents/item-keys.ts';
import type { Deps } from './core/app/deps.ts';
import { StartError } from './core/base/errors.ts';
import { rebuildTextOrder } from './core/database/text-order.ts';
import { withLongTimeout } from './core/database/timeouts.ts';
import { hasAccounts, hasDemoAccounts } from './modules/accounts/service.ts';
import { isSimulator } from './modules/development/billing/simulator.ts';

/** An arbitrary number; the advisory lock that servers starting at the same time share. */
const seedLock = 7_164_002;

/**
 * Rebuilds indexes that another version of ICU has built. Loads the demo workspace into an empty database; in production,
 * refuses to run if the publicly known demo accounts exist. Adds the paid subscriptions to the billing simulator.
 */
export async function prepareData(deps: Deps): Promise<void> {
  const rebuilt = await rebuildTextOrder(deps.database);
  if (rebuilt) deps.log.info(rebuilt, 'the indexes of texts were rebuilt, as another version of ICU had built them');
  await prepareDemo(deps);
  await reportRepeatedKeys(deps);
  if (!isSimulator(deps.payments)) return;
  const { adoptPaidSubscriptions } = await import('./modules/development/billing/adopt-service.ts');
  await adoptPaidSubscriptions(deps);
}

/** The upgrade leaves such values as they are; they are refused when they change. */
async function reportRepeatedKeys({ database, log }: Deps): Promise<void> {
  for (const repeated of await settleRepeatedKeys(database.query))
    log.warn(repeated, 'an item has a value of a unique field that another one has as well');
}

async function prepareDemo(deps: Deps): Promise<void> {
  const { database, unit, config } = deps;
  if (config.demo) {
    if (await hasAccounts(database.query)) return;
    if (database.kind === 'pglite') return seed(deps);
    await withLongTimeout(() =>
      unit(async ({ query }) => {
        await query('select pg_advisory_xact_lock($1)', [seedLock]);
        if (!(await hasAccounts(database.query))) await seed(deps);
      }),
    );
  } else if (config.production && (await hasDemoAccounts(database.query))) {
    throw new StartError(
      'The database contains the demo accounts, whose password is public. Use another database, or set DEMO=1 to run with them.',
    );
  }
}

async function seed(deps: Deps): Promise<void> {
  const { seedDemo } = await import('./demo/seed.ts');
  await seedDemo(deps);
}
