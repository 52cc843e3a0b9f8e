import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { isLong } from '../support/long.ts';
import {
  applyModel,
  checkModel,
  countModel,
  countWritten,
  type ModelRow,
  type ModelState,
  undoModel,
  write,
} from '../support/proposal-model.ts';
import { type Changes, idOf, startProposals } from '../support/proposals.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';

/** PROPOSALS=2000 makes more sequences, PROPOSAL_SEED=17 others. */
const count = Number(process.env.PROPOSALS ?? (isLong ? 100 : 25));
const seed = Number(process.env.PROPOSAL_SEED ?? 1);

let server: TestServer;
let the: Awaited<ReturnType<typeof startProposals>>;
beforeEach(async () => {
  server = await startTestServer();
  the = await startProposals(server);
});

interface Game {
  dice: Dice;
  state: ModelState;
  open: { id: number; rows: ModelRow[] }[];
  /** The latest change set, if nothing was changed since, and the state before it. */
  undoable: { id: number; before: ModelState } | undefined;
  steps: string[];
  made: Record<string, number>;
}

const field = { sword: 'price', chest: 'size' } as const;
const keyField = { sword: 'sku', chest: 'code' } as const;
const other = { sword: 'chest', chest: 'sword' } as const;
const link = { sword: 'chest', chest: 'swords' } as const;

const read = () => readState(server.app.deps.database.query, server.studio.dev);

async function edit({ dice, state }: Game): Promise<void> {
  if (state.size === 0) return;
  const item = dice.oneOf([...state.values()]);
  const number = dice.below(5);
  if (number === item.number) return;
  await the.change(item.id, { [field[item.template]]: number });
  write(item, { number, links: item.links });
}

let next = 0;

function randomRows({ dice, state }: Game): ModelRow[] {
  const fresh = dice.percent(70) ? [`k${++next}`, `k${++next}`] : [];
  const known = [...state];
  const chosen = new Map<string, ModelRow>();
  for (let at = 1 + dice.below(3); at > 0 && known.length > 0; at -= 1) {
    const [key, { template, id, version, former }] = dice.oneOf(known);
    const isById = dice.percent(75);
    const old = Math.max(1, version - dice.below(3));
    const from = isById && dice.percent(80) && former.has(old) ? old : undefined;
    chosen.set(key, { template, key, id: isById ? id : undefined, version: from, number: dice.below(5), links: [] });
  }
  for (const [at, key] of fresh.entries()) {
    const template = at === 0 ? 'sword' : 'chest';
    const present = known.filter(([, item]) => item.template === other[template]).map(([name]) => name);
    const targets = dice.percent(60) ? [fresh[1 - at] as string] : [...present, fresh[1 - at] as string];
    const links = dice.percent(80) ? dice.someOf(targets, template === 'sword' ? 1 : 2) : [];
    chosen.set(key, { template, key, id: undefined, version: undefined, number: dice.below(5), links });
  }
  // Rows of a template follow each other.
  return [...chosen.values()].toSorted((a, b) => (a.template < b.template ? -1 : a.template > b.template ? 1 : 0));
}

const recordOf = ({ template, key, id, version, number, links }: ModelRow): Record<string, unknown> => ({
  ...(id === undefined ? { [keyField[template]]: key, _label: key } : { _id: id }),
  ...(version !== undefined && { _version: version }),
  [field[template]]: number,
  ...(links.length > 0 && { [link[template]]: template === 'sword' ? links[0] : links }),
});

async function propose(game: Game): Promise<void> {
  const rows = randomRows(game);
  const found = checkModel(game.state, rows, new Set());
  const groups = Map.groupBy(rows, ({ template }) => template);
  const changes: Changes = [...groups].map(([template_id, own]) => ({ template_id, items: own.map(recordOf) }));
  if (changes.length === 0) return;
  const sent = await the.send(changes);
  const counts = countModel(found);
  expect(sent.check?.counts).toEqual(counts);
  const isStored = counts.refused === 0 && counts.added + counts.changed + counts.conflict > 0;
  expect(sent.status).toBe(isStored ? 200 : 422);
  // A row without a version is of that at the time of the proposal.
  const versioned = rows.map((row) => ({ ...row, version: row.version ?? game.state.get(row.key)?.version }));
  if (isStored) game.open.push({ id: idOf(sent), rows: versioned });
}

async function apply(game: Game): Promise<void> {
  const { dice, state, open, made } = game;
  const [proposal] = open.splice(dice.below(open.length), 1);
  if (!proposal) return;
  const { id, rows } = proposal;
  const { check } = await the.get(id);
  expect(check?.counts).toEqual(countModel(checkModel(state, rows, new Set())));
  if (dice.percent(10)) {
    expect((await the.decline(id)).status).toBe(200);
    return;
  }
  // Often a new row, which others link to.
  const added = [...rows.keys()].filter((at) => rows[at]?.id === undefined);
  const leaveOut = dice.percent(50) ? [1 + dice.oneOf(added.length > 0 ? added : [0])] : [];
  const side = dice.oneOf(['new', 'current'] as const);
  const found = checkModel(state, rows, new Set(leaveOut));
  const counts = countModel(found);
  const shown = checkModel(state, rows, new Set());
  const isNewlyRefused = [...found].some(
    ([line, { outcome }]) => outcome === 'refused' && shown.get(line)?.outcome !== 'refused',
  );
  for (const [outcome, rowsOf] of Object.entries(counts)) made[outcome] = (made[outcome] ?? 0) + rowsOf;
  const fingerprint = check?.fingerprint ?? '';
  if (counts.refused > 0 && dice.percent(40))
    expect(await the.apply(id, { fingerprint, conflicts: side, leave_out: leaveOut })).toMatchObject({ status: 422 });
  if (counts.conflict > 0 && !isNewlyRefused && dice.percent(30))
    expect(await the.apply(id, { fingerprint, leave_out: leaveOut, leave_out_refused: true })).toMatchObject({
      status: 409,
    });
  const applied = await the.apply(id, { fingerprint, conflicts: side, leave_out: leaveOut, leave_out_refused: true });
  const isNothingLeft = counts.added + counts.changed + counts.conflict === 0 && leaveOut.length + counts.refused > 0;
  const isRefused = isNewlyRefused || isNothingLeft;
  expect(applied.status, JSON.stringify(applied.error)).toBe(isRefused ? 422 : 200);
  if (isRefused) return;
  const before: ModelState = new Map([...state].map(([key, item]) => [key, { ...item }]));
  const ids = new Map(
    [...(await read()).items].map(([itemId, { values }]) => [String(values.sku ?? values.code), itemId]),
  );
  applyModel(state, rows, found, { side, idOf: (key) => ids.get(key) ?? 0 });
  const changeSetId = applied.proposal?.change_set_id ?? null;
  expect(changeSetId !== null).toBe(countWritten(found, side) > 0);
  if (changeSetId !== null) game.undoable = { id: changeSetId, before };
}

async function undo(game: Game): Promise<void> {
  if (!game.undoable) return;
  const { id, before } = game.undoable;
  await the.undo(id);
  undoModel(game.state, before);
  game.made.undone = (game.made.undone ?? 0) + 1;
}

async function compare({ state }: Game): Promise<void> {
  const { items } = await read();
  const keys = new Map([...state].map(([key, { id }]) => [id, key]));
  const named = (value: unknown) => [value ?? []].flat().map((id) => keys.get(Number(id)));
  const found = [...items].map(([id, { template, version, values }]) => {
    const kind = template as keyof typeof field;
    return [id, { template, version, number: values[field[kind]] ?? null, links: named(values[link[kind]]) }];
  });
  const expected = [...state.values()].map(({ id, template, version, number, links }) => [
    id,
    { template, version, number, links },
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
}

test(`${count} random sequences of edits, proposals, decisions and undos leave what a simple model says`, {
  timeout: 20 * timeout,
}, async () => {
  shows('4.proposals.model');
  const game: Game = { dice: diceOf(seed), state: new Map(), open: [], undoable: undefined, steps: [], made: {} };
  const steps = { edit, propose, apply, undo };
  try {
    for (let sequence = 0; sequence < count; sequence += 1) {
      for (const name of [
        'propose',
        game.dice.oneOf(['edit', 'propose', 'undo', 'apply'] as const),
        'apply',
      ] as const) {
        game.steps.push(name);
        await steps[name](game);
        // Only what was changed last is undone: a later change would be a conflict.
        if (name === 'edit' || name === 'undo') game.undoable = undefined;
      }
      await compare(game);
    }
    const { query } = server.app.deps.database;
    await expectWhole(query, server.studio.dev, await read());
    for (const [kind, times] of Object.entries(game.made)) expect(times, kind).toBeGreaterThan(count / 20);
    expect(Object.keys(game.made)).toHaveLength(6);
  } catch (error) {
    const last = game.steps.slice(-12).join(', ');
    throw new Error(`Seed ${seed} failed after ${game.steps.length} steps (${last}): ${String(error)}`, {
      cause: error,
    });
  }
});
