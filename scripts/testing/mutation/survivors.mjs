// @ts-check
/** A plugin of Stryker that prints each survivor when it is found, and the progress of the run: a stopped run is useful, too. */
import { relative } from 'node:path';
import { root } from '../../processes.mjs';
import { say } from '../../terminal.mjs';

/** @typedef {{ fileName: string, status: string, mutatorName: string, replacement: string, location: { start: { line: number, column: number } } }} Result */

/** @param {Result} result */
export const isTried = ({ status }) => status !== 'CompileError';
/** @param {Result} result */
export const survived = ({ status }) => status === 'Survived' || status === 'NoCoverage';

function createReporter() {
  let [tried, killed] = [0, 0];
  return {
    onMutantTested: (/** @type {Result} */ result) => {
      if (!isTried(result)) return;
      tried += 1;
      if (survived(result)) {
        const { fileName, location, mutatorName, replacement } = result;
        const { line, column } = location.start;
        const changed = replacement.replace(/\s+/g, ' ').slice(0, 120);
        say(`  ${relative(root, fileName)}:${line}:${column}  ${mutatorName}: ${changed}`);
      } else killed += 1;
      if (tried % 10 === 0) say(`  ${killed} of ${tried} killed so far`);
    },
  };
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'survivors', factory: createReporter }];
