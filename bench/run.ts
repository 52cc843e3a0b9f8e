/**
 * `npm run bench -- [page save ...] [--items 1000000]`: measures the product against the floor and reports which goals
 * it reaches.
 */
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { Sentence, say, seconds } from '../scripts/terminal.mjs';
import { activities } from './activity.ts';
import { backup } from './backup.ts';
import { bootstrap } from './bootstrap.ts';
import { bulk } from './bulk.ts';
import { bytes } from './bytes.ts';
import { charts } from './charts.ts';
import { choices } from './choices.ts';
import { contentFiles } from './content-files.ts';
import { cyclesOfMounting } from './cycles.ts';
import { delivery } from './delivery.ts';
import { drops } from './drops.ts';
import { editor } from './editor.ts';
import { filter } from './filter.ts';
import { form } from './form.ts';
import { grid } from './grid.ts';
import { heap } from './heap.ts';
import { histories } from './history.ts';
import { hostTask } from './host-task.ts';
import { hostTyping } from './host-typing.ts';
import { idle } from './idle.ts';
import { uploadImages } from './images.ts';
import { importRows } from './import.ts';
import { interactions } from './interactions.ts';
import { list } from './list.ts';
import { longLists } from './lists.ts';
import { live } from './live.ts';
import { members } from './members.ts';
import { memory } from './memory.ts';
import { metrics } from './metrics.ts';
import { mount } from './mount.ts';
import { page } from './page.ts';
import { palette } from './palette.ts';
import { parts } from './parts.ts';
import { paste } from './paste.ts';
import { readAll } from './read-all.ts';
import { replica } from './replica.ts';
import { rules } from './rules.ts';
import { save } from './save.ts';
import { saveMany } from './save-many.ts';
import { scroll } from './scroll.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { type Bench, withBench } from './support/bench.ts';
import { reaches } from './support/goals.ts';
import { measureAll } from './support/measure-all.ts';
import { type Figure, printFigures } from './support/report.ts';
import { compared } from './sync/compared.ts';
import { sync } from './sync/sync.ts';
import { templateChange } from './template-change.ts';
import { tokens } from './tokens.ts';
import { typing } from './typing.ts';

const benchmarks: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  page,
  bootstrap,
  save,
  'save-many': saveMany,
  images: uploadImages,
  'read-all': readAll,
  memory,
  start,
  idle,
  live,
  bytes,
  mount,
  'host-task': hostTask,
  'host-typing': hostTyping,
  parts,
  cycles: cyclesOfMounting,
  list,
  form,
  typing,
  filter,
  interactions,
  heap,
  scroll,
  grid,
  editor,
  search,
  lists: longLists,
  members,
  sync,
  compared,
  bulk,
  import: importRows,
  files: contentFiles,
  tokens,
  palette,
  paste,
  choices,
  charts,
  drops,
  rules,
  history: histories,
  activity: activities,
  delivery,
  backup,
  replica,
  metrics,
  // Last, as it writes every item of the longest list several times.
  'template-change': templateChange,
};

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { items: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !(name in benchmarks));
  if (unknown.length > 0)
    throw new Sentence(
      `Unknown benchmark ${unknown.join(', ')}; the benchmarks are ${Object.keys(benchmarks).join(', ')}.`,
    );
  const longer = (values.items ?? ['100000']).map(Number);
  if (longer.some((items) => !Number.isInteger(items) || items <= 10_000))
    throw new Sentence('--items accepts an integer above 10000.');
  const chosen = Object.entries(benchmarks).filter(([name]) => positionals.length === 0 || positionals.includes(name));
  const since = Date.now();
  // Created on demand, as longer lists take a while.
  const needsLonger = chosen.some(([name]) => ['page', 'scroll', 'backup', 'template-change'].includes(name));
  const lists = [10_000, ...(needsLonger ? longer.toSorted((a, b) => a - b) : [])];
  const all = await withBench(lists, async (bench) => {
    const processor = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 1e9)} GB`;
    const about = { database: bench.databaseVersion, node: process.version, processor };
    const figures = await measureAll(chosen, bench, about);
    say(`\n${processor}, Node ${process.version}, ${bench.databaseVersion}`);
    return figures;
  });
  if (chosen.length > 1) printFigures('All figures', all);
  const missed = all.filter((figure) => reaches(figure) === false);
  say(`\n${all.length - missed.length} of ${all.length} figures reach their goals, in ${seconds(since)}.`);
}

try {
  await run();
} catch (error) {
  if (!(error instanceof Sentence)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
