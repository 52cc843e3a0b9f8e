// @ts-check
/** A plugin of Stryker that tries only a share of the mutants, chosen by a seed: equal seeds try the same ones. */
import { createHash } from 'node:crypto';

/** @typedef {{ id: string, fileName: string, location: object, replacement: string }} Mutant */

const share = Number(process.env.MUTATION_SHARE ?? 1);

/** @param {Mutant} mutant */
function isChosen({ fileName, location, replacement }) {
  // Without the folder of the copy, whose name differs in each run.
  const file = fileName.split('/').slice(-3).join('/');
  const text = [process.env.MUTATION_SEED, file, JSON.stringify(location), replacement].join('\n');
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32 < share;
}

const createSample = () => ({
  init: async () => undefined,
  check: async (/** @type {Mutant[]} */ mutants) =>
    Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isChosen(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
      ]),
    ),
});

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: createSample }];
