import { allPermissionIds, type Grants } from '@quartermaster/contract/access.ts';
import { copyInstanceContent } from '../content/schema/copy-content.ts';
import type { Deps } from '../core/app/deps.ts';
import { numberArray } from '../core/database/pg-array.ts';
import { withoutIndexes } from '../core/database/without-indexes.ts';
import { demoAccounts } from '../core/environment/demo-accounts.ts';
import { authorizeAccount } from '../core/session/access.ts';
import { useStandIn } from '../modules/company-sign-in/stand-in-service.ts';
import { type DemoDesk, deleteDrafts, raisePrices, seedWaiting } from './demo-changes.ts';
import { applyGameVersion, demoContent, type GameVersion, today } from './demo-content.ts';
import { allowExtensions } from './demo-extensions.ts';
import { seedPeople } from './demo-people.ts';
import { earlierPrices, releasedEdits, releasedPrices, saveHotfix, waitingEdits } from './demo-prices.ts';
import { demoStudio } from './demo-studio.ts';
import { seedViews } from './demo-views.ts';
import { type DotaSource, readDota } from './dota-source.ts';

/** How far Prod and Stage lag behind: the latest content is only in Dev. */
const released: Record<'Prod' | 'Stage', (all: GameVersion, source: DotaSource) => GameVersion> = {
  Prod: (all, source) => ({
    ...all,
    heroes: all.heroes - 7,
    items: all.items - 41,
    abilities: all.abilities - 90,
    prices: releasedPrices(source),
    facets: false,
  }),
  Stage: (all) => ({
    ...all,
    heroes: all.heroes - 2,
    items: all.items - 12,
    abilities: all.abilities - 30,
    prices: earlierPrices,
  }),
};

const contentTables = ['items', 'item_values', 'item_links'];

const hoursIn = (days: number): number => 24 * days;

const ofOwner: Grants = {
  workspaceRole: 'owner',
  permissionIds: allPermissionIds,
  env: 'Dev',
  plan: 'teams',
  isCanceled: false,
  isShortOfSeats: false,
  isBeyondPlan: false,
};

/**
 * Loads the demo in one transaction, so that it is complete or absent: users, workspaces and projects, and in Dev the
 * package's current content. It is created in the order of a real studio, copying to Prod and Stage on the way.
 */
export async function seedDemo(
  deps: Deps,
  progress: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): Promise<void> {
  const started = performance.now();
  progress('Loading the demo workspace:');
  const content = demoContent(await readDota());
  const all = today(content.source);
  await deps.unit(async (unit) => {
    const { query } = unit;
    const people = await seedPeople(query, deps.clock.now());
    const { ownerId, adminId, memberId, workspaceId, projectId, instances } = people;
    // The addresses of the demo are made up, so nobody is mailed.
    const quiet = { ...unit, post: async () => undefined };
    const began = deps.clock.now().getTime();
    let hoursAgo = 0;
    const clock = { now: () => new Date(began - hoursAgo * 3_600_000) };
    const inside: typeof deps = { ...deps, clock, database: { ...deps.database, query }, unit: (work) => work(quiet) };
    const actorOf = (accountId: number) => ({ kind: 'account', accountId }) as const;
    const saver = {
      actor: actorOf(ownerId),
      origin: 'form',
      instanceId: instances.Dev,
      projectId,
      plan: 'teams',
      mayRead: true,
      mayEditReadOnly: true,
      hasChecks: false,
    } as const;
    const studio = demoStudio(inside, saver, progress);
    const designer = { actor: actorOf(memberId), mayEditReadOnly: false };
    /** Does something as if it were that many hours ago. The database dates events with the time of the transaction, so the new ones are dated again. */
    const atHoursAgo = async (hours: number, work: () => Promise<void>) => {
      hoursAgo = hours;
      await work();
      await query(
        'update events set at = $1 where position is null and instance_id = any($2::text::int[]) and at = now()',
        [clock.now(), numberArray(Object.values(instances))],
      );
    };
    /** Makes edits at even intervals from one time to another. */
    const spread = async (edits: readonly (() => Promise<void>)[], from: number, to: number) => {
      for (const [index, edit] of edits.entries())
        await atHoursAgo(from + ((to - from) * index) / Math.max(1, edits.length - 1), edit);
    };
    const desk: DemoDesk = {
      ...{ deps: inside, people, studio },
      callerOf: (accountId, access) =>
        authorizeAccount({ ...inside, clock: deps.clock }, accountId, instances.Dev, access),
    };
    const release = async (env: 'Prod' | 'Stage') => {
      await applyGameVersion(studio, content, released[env](all, content.source));
      await copyInstanceContent(query, { from: instances.Dev, to: instances[env] });
      progress(`  copied to ${env}`);
    };
    const fill = async () => {
      const inStage = () => studio.savedBy({ actor: actorOf(adminId), instanceId: instances.Stage });
      if (deps.config.oidcStandIn) await useStandIn(query, deps, { workspaceId, domain: demoAccounts.domain });
      await atHoursAgo(hoursIn(20), () => allowExtensions(inside, { workspaceId, actor: actorOf(ownerId) }));
      await atHoursAgo(hoursIn(20), () => release('Prod'));
      await spread(releasedEdits(studio, content.source), hoursIn(19), hoursIn(7));
      await atHoursAgo(hoursIn(6), () => release('Stage'));
      await atHoursAgo(hoursIn(3), () => applyGameVersion(studio, content, { ...all, prices: earlierPrices }));
      await atHoursAgo(hoursIn(3) - 1, () => deleteDrafts(desk));
      await atHoursAgo(hoursIn(1), () => saveHotfix(inStage(), content.source));
      await atHoursAgo(hoursIn(2) + 2, () => raisePrices(desk));
      await spread(waitingEdits(studio.savedBy(designer), content.source), hoursIn(2), 0.2);
      hoursAgo = 0;
      await seedViews(inside, { ...saver, grants: ofOwner });
    };
    // The embedded database is empty and used only by this server; another may already contain other data.
    if (deps.database.kind === 'pglite') {
      await withoutIndexes(query, contentTables, fill);
      return seedWaiting(desk);
    }
    // Keeps autovacuum away: statistics taken in between would count none of the uncommitted rows, and with plans for
    // empty tables the rest would take minutes. Other transactions read and write these tables as usual.
    await query(`lock table ${contentTables.join(', ')} in share update exclusive mode`, []);
    await fill();
    return seedWaiting(desk);
  });
  progress(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
