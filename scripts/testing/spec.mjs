// @ts-check
/**
 * `npm run spec`: lists the rows of the specification that are open or were decided differently, and how many are shown
 * by tests, by section. With --check: fails if a row is malformed, shown by no test, or shown by a test that did not pass.
 * Both read the JSON reports of test runs from test-results/, or from the folder given by --reports, and fail without any.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkClaims, checkRows, isShown } from '../../tests/specification/check.ts';
import { isReport, readReports } from '../../tests/specification/reports.ts';
import { sections } from '../../tests/specification/sections.ts';
import { root } from '../processes.mjs';
import { say } from '../terminal.mjs';

const { values: options } = parseArgs({ options: { check: { type: 'boolean' }, reports: { type: 'string' } } });
const folder = resolve(options.reports ?? join(root, 'test-results'));
const reports = existsSync(folder) ? loadReports() : [];
if (reports.length === 0) {
  console.error(
    `There are no test reports in ${folder}, so nothing is known of what tests show: run \`npm test\` first.`,
  );
  process.exit(1);
}
const run = readReports(reports, root);
const rows = sections.flatMap((section) => section.rows);
const settled = rows.filter((row) => row.settled !== undefined);
const problems = [...checkRows(sections), ...checkClaims(sections, run)];

if (!options.check) {
  for (const section of sections) sayOpenRows(section);
  say('\nDecided differently from the specification');
  for (const row of settled) say(`  ${row.id}  ${row.where}: ${row.says} (settled: ${row.settled})`);
  say('');
  for (const section of sections) say(`${count(section.rows)}  ${section.id} ${section.title}`);
}
say(`${count(rows)}  rows of the specification are shown by tests, ${settled.length} of them decided differently`);

if (problems.length > 0) {
  say(`\nTo be fixed: ${problems.length}`);
  for (const problem of problems) say(`  ${problem}`);
  if (options.check) process.exitCode = 1;
}

function loadReports() {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))).filter(isReport);
}

/** @param {import('../../tests/specification/check.ts').Section} section */
function sayOpenRows({ id, title, rows }) {
  const open = rows.filter((row) => !isShown(row, run));
  if (open.length > 0) say(`\n${id} ${title}`);
  for (const row of open) {
    const state = row.isOpen ? 'open' : 'not passed';
    say(`  ${state}  ${row.id}  ${row.where}: ${row.says}`);
  }
}

/** @param {import('../../tests/specification/row.ts').Row[]} rows */
function count(rows) {
  const shown = rows.filter((row) => isShown(row, run)).length;
  return `${String(shown).padStart(4)} of ${String(rows.length).padStart(4)}`;
}
