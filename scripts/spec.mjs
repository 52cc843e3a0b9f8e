// Prints how much of the specification is shown by tests; with --check, fails where a row's claim does not hold.
// Reads the JSON reports that the test runs leave in test-results/ (--reports <folder> for another).
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkClaims, checkRows, isShown } from '../tests/specification/check.ts';
import { isReport, readReports } from '../tests/specification/reports.ts';
import { sections } from '../tests/specification/sections.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    reports: { type: 'string', default: join(root, 'test-results') },
  },
});

const print = (line) => process.stdout.write(`${line}\n`);
const folder = resolve(options.reports);
const reports = loadReports();
const run = reports.length > 0 ? readReports(reports, root) : undefined;
const problems = [...checkRows(sections), ...(run ? checkClaims(sections, run) : [])];
if (options.check && !run) problems.unshift(`there are no test reports in ${folder}: run the tests first`);

if (!options.check) printTable();
printSum();
if (problems.length > 0) {
  print(`\n${problems.length} to mend:`);
  for (const problem of problems) print(`  ${problem}`);
  if (options.check) process.exitCode = 1;
}

function loadReports() {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => readJson(join(folder, name)))
      .filter(isReport);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${relative(root, path)} is not readable as JSON: ${error.message}`);
  }
}

function printTable() {
  for (const section of sections) {
    const open = section.rows.filter((row) => !isShown(row, run));
    print(`\n${section.id} ${section.title}: ${section.rows.length - open.length} of ${section.rows.length} shown`);
    for (const row of open)
      print(`  ${row.shownBy.length > 0 ? 'not passed' : 'open'}  ${row.id}  [${row.where}] ${row.says}`);
  }
  print('');
}

function printSum() {
  const rows = sections.flatMap((section) => section.rows);
  const shown = rows.filter((row) => isShown(row, run)).length;
  const open = rows.filter((row) => row.shownBy.length === 0).length;
  const failing = rows.length - shown - open;
  print(
    `specification: ${rows.length} rows, ${shown} shown, ${open} open${failing > 0 ? `, ${failing} not passed` : ''}`,
  );
  if (!run) print(`(no test reports in ${folder}: "shown" counts rows that name a test, unverified)`);
}
