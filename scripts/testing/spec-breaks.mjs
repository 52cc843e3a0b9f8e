// @ts-check
/**
 * `npm run spec -- --breaks [row ...]`: applies one break at a time to copies of the project, runs the tests of its row, and lists the
 * breaks that no test catches. Run manually, as it takes the better part of an hour.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { breaks as allBreaks, checkBreaks, judge, plant } from '../../tests/specification/breaks.ts';
import { readClaims } from '../../tests/specification/claims.ts';
import { sections } from '../../tests/specification/sections.ts';
import { whatDoesNotParse } from '../parse.mjs';
import { root } from '../processes.mjs';
import { Sentence, say, seconds } from '../terminal.mjs';
import { copyProject } from './project-copy.mjs';
import { runNamed } from './run-named.mjs';

/** @typedef {import('../../tests/specification/break.ts').Break} Break */

const claims = readClaims(root);
const { positionals } = parseArgs({ options: { breaks: { type: 'boolean' } }, allowPositionals: true });
try {
  process.exitCode = await runBreaks(positionals);
} catch (error) {
  if (!(error instanceof Sentence)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * @param {string[]} names rows; by default all that have a break
 * @returns {Promise<number>} the exit code
 */
async function runBreaks(names) {
  const breaks = choose(names);
  const problems = [...checkBreaks(allBreaks, sections), ...breaks.flatMap(whyNotPlanted)];
  if (problems.length > 0) throw new Sentence(`To be fixed first:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  const began = Date.now();
  const copies = Array.from({ length: Math.min(2, availableParallelism(), breaks.length) }, copyProject);
  // A running child process gets the signal too and ends first; the copies are deleted on exit.
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stopped = true));
  process.on('exit', () => {
    for (const { remove } of copies) remove();
  });

  say(`Applying ${count(breaks.length, 'break')} to copies of the project, including uncommitted changes.`);
  say('Running the tests without any break ...');
  const before = await runNamed(copies[0]?.folder ?? root, [...new Set(breaks.flatMap(filesOf))]);
  if (before.problem) throw new Sentence(before.problem);
  say(`  (${seconds(began)})`);

  /** @type {string[]} */
  const unnoticed = [];
  const left = breaks.values();
  await Promise.all(
    copies.map(async (copy) => {
      for (const one of left) {
        if (stopped) return;
        const since = Date.now();
        const verdict = await tryBreak(copy, one, before.run);
        const caught = 'caughtBy' in verdict;
        const line = `${one.row}  ${one.says} ${caught ? `(${verdict.caughtBy})` : verdict.passes}`;
        say(`${caught ? 'caught' : 'MISSED'}  ${line} (${seconds(since)})`);
        if (!caught) unnoticed.push(line);
      }
    }),
  );
  if (stopped) return 130;
  say(`\n${breaks.length - unnoticed.length} of ${breaks.length} caught (${seconds(began)})`);
  if (unnoticed.length > 0) say(`\nNot noticed:\n${unnoticed.map((line) => `  ${line}`).join('\n')}`);
  return unnoticed.length > 0 ? 1 : 0;
}

/**
 * @param {ReturnType<typeof copyProject>} copy
 * @param {Break} one
 * @param {import('../../tests/specification/reports.ts').Run} before
 * @returns {Promise<import('../../tests/specification/breaks.ts').Verdict>}
 */
async function tryBreak(copy, one, before) {
  const path = join(copy.folder, one.file);
  const text = readFileSync(path, 'utf8');
  const planted = plant(text, one);
  if ('problem' in planted) return { passes: planted.problem };
  writeFileSync(path, planted.text);
  try {
    const wrong = whatDoesNotParse(copy.folder, [one.file]);
    if (wrong) return { passes: `it does not parse: ${wrong}` };
    const names = [...(before.shownBy.get(one.row) ?? [])].filter((name) => before.outcomes.get(name) === 'passed');
    if (names.length === 0) return { passes: 'no test that ran shows the row, and passes without the break' };
    const after = await runNamed(copy.folder, names, { untilFailure: true });
    return after.problem ? { passes: after.problem } : judge(names, before, after.run);
  } finally {
    writeFileSync(path, text);
  }
}

/** @param {Break} one */
function whyNotPlanted(one) {
  const planted = plant(readFileSync(join(root, one.file), 'utf8'), one);
  return 'problem' in planted ? [`${one.row}: ${planted.problem}`] : [];
}

/** @param {string[]} names */
function choose(names) {
  const unknown = names.filter((name) => !allBreaks.some(({ row }) => row === name));
  if (unknown.length > 0)
    throw new Sentence(`There is no break for ${unknown.join(', ')}: see tests/specification/breaks/.`);
  const chosen = names.length === 0 ? allBreaks : allBreaks.filter(({ row }) => names.includes(row));
  // Browser tests last, because each needs a build.
  const inBrowser = (/** @type {Break} */ one) => Number(filesOf(one).some((file) => file.startsWith('e2e/')));
  return chosen.toSorted((a, b) => inBrowser(a) - inBrowser(b));
}

/** @param {Break} one */
function filesOf({ row }) {
  return [...(claims.get(row) ?? [])];
}

/**
 * @param {number} number
 * @param {string} thing
 */
function count(number, thing) {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
