// @ts-check
/** A plugin of Stryker that tries only some of the mutants, chosen by a seed: equal seeds try the same ones. */
import { createHash } from 'node:crypto';

/** @typedef {{ id: string, fileName: string, location: object, replacement: string }} Mutant */

const { MUTATION_SAMPLE, MUTATION_SEED } = process.env;

/** @param {Mutant} mutant */
function rankOf({ fileName, location, replacement }) {
  // Without the folder of the copy, which has a new name in each run.
  const file = fileName.split('/').slice(-3).join('/');
  const text = [MUTATION_SEED, file, JSON.stringify(location), replacement].join('\n');
  return createHash('sha256').update(text).digest('hex');
}

/** @param {Mutant[]} mutants */
function chosenOf(mutants) {
  const ranked = mutants.map((mutant) => ({ id: mutant.id, rank: rankOf(mutant) }));
  const sorted = ranked.toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
  return new Set(sorted.slice(0, MUTATION_SAMPLE ? Number(MUTATION_SAMPLE) : undefined).map(({ id }) => id));
}

const createSample = () => ({
  init: async () => undefined,
  // One group of all mutants: a sample of a fixed size cannot be drawn from separate groups.
  group: async (/** @type {Mutant[]} */ mutants) => [mutants.map(({ id }) => id)],
  check: async (/** @type {Mutant[]} */ mutants) => {
    const chosen = chosenOf(mutants);
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        chosen.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
      ]),
    );
  },
});

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: createSample }];
