/**
 * `npm run attack -- [name ...] [--on embedded|postgres]`: attacks servers of its own on loopback, and reports the
 * effects.
 */
import { parseArgs } from 'node:util';
import { openPostgres, type Postgres } from '../bench/support/servers/postgres.ts';
import { Sentence, say, seconds } from '../scripts/terminal.mjs';
import { brokenConnections } from './broken-connections.ts';
import { checkFlood } from './check-flood.ts';
import { denseFiles } from './dense-files.ts';
import { docsFlood } from './docs-flood.ts';
import { embeddedSync } from './embedded-sync.ts';
import { emptyRowsRead } from './empty-rows.ts';
import { feedbackFlood } from './feedback-flood.ts';
import { fullDisk } from './full-disk.ts';
import { hangingDatabase } from './hanging-database.ts';
import { hangingMail } from './hanging-mail.ts';
import { hangingStore } from './hanging-store.ts';
import { heavyCallsAlone } from './heavy-calls.ts';
import { killedChanges } from './killed-changes.ts';
import { killedServer } from './killed-server.ts';
import { largeItems } from './large-items.ts';
import { largeSync } from './large-sync.ts';
import { parallelBodies } from './parallel-bodies.ts';
import { pipelining } from './pipelining.ts';
import { reviewFlood } from './review-flood.ts';
import { signInFlood } from './sign-in-flood.ts';
import { slowReaders } from './slow-readers.ts';
import { streamStorm } from './stream-storm.ts';
import { carryOut, type Outcome } from './support/arrange.ts';
import type { Attack, Kind } from './support/attack.ts';
import { unfinishedBodies } from './unfinished-bodies.ts';
import { wideExport } from './wide-export.ts';

const attacks: Record<string, Attack> = {
  'wide-export': wideExport,
  'dense-files': denseFiles,
  'empty-rows': emptyRowsRead,
  'large-items': largeItems,
  'heavy-calls': heavyCallsAlone,
  'large-sync': largeSync,
  'embedded-sync': embeddedSync,
  'broken-connections': brokenConnections,
  'full-disk': fullDisk,
  'feedback-flood': feedbackFlood,
  'unfinished-bodies': unfinishedBodies,
  'hanging-database': hangingDatabase,
  'hanging-store': hangingStore,
  'hanging-mail': hangingMail,
  'killed-changes': killedChanges,
  'killed-server': killedServer,
  'parallel-bodies': parallelBodies,
  'review-flood': reviewFlood,
  'check-flood': checkFlood,
  'docs-flood': docsFlood,
  'slow-readers': slowReaders,
  'stream-storm': streamStorm,
  pipelining,
  'sign-in-flood': signInFlood,
};

/** What a server must not exceed under any attack: milliseconds without an answer, megabytes (10^6 bytes), crashes. */
const goals = { silence: 250, memory: 512, crashes: 0 };
const kinds: readonly Kind[] = ['embedded', 'postgres'];

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { on: { type: 'string' } }, allowPositionals: true });
  const unknown = positionals.filter((name) => !(name in attacks));
  if (unknown.length > 0)
    throw new Sentence(
      `Unknown attack ${unknown.join(', ')}; the attacks are ${Object.keys(attacks).toSorted().join(', ')}.`,
    );
  const on = kinds.filter((kind) => values.on === undefined || values.on === kind);
  if (on.length === 0) throw new Sentence(`--on accepts ${kinds.join(', ')}.`);
  const chosen = Object.entries(attacks).filter(([name]) => positionals.length === 0 || positionals.includes(name));
  const since = Date.now();
  const postgres = on.includes('postgres') ? await openPostgres() : undefined;
  const outcomes: Outcome[] = [];
  try {
    for (const kind of on) outcomes.push(...(await attackAll(kind, chosen, postgres)));
  } finally {
    await postgres?.stop();
  }
  const most = (of: (outcome: Outcome) => number) => Math.max(0, ...outcomes.map(of));
  const crashes = outcomes.reduce((sum, outcome) => sum + outcome.crashes, 0);
  const problems = outcomes.reduce((sum, outcome) => sum + outcome.problems.length, 0);
  const [silence, memory] = [most((outcome) => outcome.silence), most((outcome) => outcome.memory)];
  say(
    `\nlongest silence of /healthz  ${figure(silence, goals.silence, 'ms')}, of an idle server ${Math.round(most(({ bareSilence }) => bareSilence))} ms`,
  );
  say(`most memory of a server      ${figure(memory, goals.memory, 'MB')}`);
  say(`crashes                      ${figure(crashes, goals.crashes, '')}`);
  say(`other problems               ${problems}`);
  say(`in ${seconds(since)}`);
  if (silence > goals.silence || memory > goals.memory || crashes > goals.crashes || problems > 0) process.exitCode = 1;
}

async function attackAll(
  kind: Kind,
  chosen: readonly [string, Attack][],
  postgres: Postgres | undefined,
): Promise<Outcome[]> {
  say(`\n${kind === 'embedded' ? 'One server on the embedded database' : `Two servers on ${postgres?.version}`}`);
  const outcomes: Outcome[] = [];
  for (const [name, attack] of chosen) {
    if (!attack.on.includes(kind)) continue;
    const since = Date.now();
    try {
      const outcome = await carryOut(attack, kind, postgres);
      outcomes.push(outcome);
      say(
        `  ${name.padEnd(20)} silent ${figure(outcome.silence, goals.silence, 'ms')} (idle server: ${Math.round(outcome.bareSilence)} ms), ` +
          `memory ${figure(outcome.memory, goals.memory, 'MB')}, crashes ${outcome.crashes}, ${seconds(since)}: ${attack.says}`,
      );
      for (const problem of outcome.problems) say(`    ${problem}`);
    } catch (error) {
      const message = error instanceof Sentence ? error.message : error instanceof Error ? error.stack : String(error);
      say(`  ${name.padEnd(20)} DID NOT RUN: ${message}`);
      outcomes.push(didNotRun);
    }
  }
  return outcomes;
}

/** Counts as a failure: an attack that did not run proves nothing. */
const didNotRun: Outcome = { silence: 0, bareSilence: 0, memory: 0, crashes: 0, problems: ['It did not run.'] };

const figure = (value: number, goal: number, unit: string): string =>
  `${Math.round(value)} ${unit}`.trim() + (value > goal ? ` MISSED (goal ${`${goal} ${unit}`.trim()})` : '');

try {
  await run();
} catch (error) {
  if (!(error instanceof Sentence)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
