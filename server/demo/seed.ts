import { copyInstanceContent } from '../content/schema/copy-content.ts';
import type { Deps } from '../core/app/deps.ts';
import { applyGameVersion, demoContent, type GameVersion, today } from './demo-content.ts';
import { seedPeople } from './demo-people.ts';
import { demoStudio } from './demo-studio.ts';
import { readDota } from './dota-source.ts';
import { withoutIndexes } from './without-indexes.ts';

/** How far Prod and Stage lag behind: the latest content is only in Dev. */
const released: Record<'Prod' | 'Stage', (all: GameVersion) => GameVersion> = {
  Prod: (all) => ({
    ...all,
    heroes: all.heroes - 7,
    items: all.items - 41,
    abilities: all.abilities - 90,
    surcharge: 50,
    facets: false,
  }),
  Stage: (all) => ({
    ...all,
    heroes: all.heroes - 2,
    items: all.items - 12,
    abilities: all.abilities - 30,
    surcharge: 25,
  }),
};

const contentTables = ['items', 'item_values', 'item_links'];

/**
 * Loads the demo in one transaction, so that it is complete or absent: users, workspaces and projects, and in Dev the
 * package's current content. It is created in the order of a real studio, copying to Prod and Stage on the way.
 */
export async function seedDemo(
  deps: Pick<Deps, 'database' | 'unit' | 'files' | 'clock'>,
  progress: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): Promise<void> {
  const started = performance.now();
  progress('Loading the demo workspace:');
  const content = demoContent(await readDota());
  const all = today(content.source);
  await deps.unit(async (unit) => {
    const { tx, query } = unit;
    const { ownerId, projectId, instances } = await seedPeople(tx, deps.clock.now());
    const inside: typeof deps = { ...deps, database: { ...deps.database, db: tx, query }, unit: (work) => work(unit) };
    const actor = { kind: 'account', accountId: ownerId } as const;
    const saver = {
      actor,
      origin: 'form',
      instanceId: instances.Dev,
      projectId,
      plan: 'teams',
      mayRead: true,
      mayEditReadOnly: true,
    } as const;
    const studio = demoStudio(inside, saver, progress);
    const fill = async () => {
      for (const env of ['Prod', 'Stage'] as const) {
        await applyGameVersion(studio, content, released[env](all));
        await copyInstanceContent(query, { from: instances.Dev, to: instances[env] });
        progress(`  copied to ${env}`);
      }
      await applyGameVersion(studio, content, all);
    };
    // The embedded database is empty and used only by this server; another may already contain other data.
    if (deps.database.kind === 'pglite') return withoutIndexes(query, contentTables, fill);
    // Keeps autovacuum away: statistics taken in between would count none of the uncommitted rows, and with plans for
    // empty tables the rest would take minutes. Other transactions read and write these tables as usual.
    await query(`lock table ${contentTables.join(', ')} in share update exclusive mode`, []);
    return fill();
  });
  progress(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
