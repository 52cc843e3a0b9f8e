import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = join(import.meta.dirname, '../../..');
const tests = JSON.parse(process.env.MUTATION_TESTS ?? '[]') as string[];

/** In the order of the area: the first test that fails ends the run of a mutant. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => tests.indexOf(relative(root, moduleId));
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

/** For mutants: only the tests of an area, and the project's own packages from the copy that has the mutant. */
export default defineConfig({
  root,
  resolve: {
    alias: { '@quartermaster/contract': join(root, 'contract'), '@quartermaster/server': join(root, 'server') },
  },
  test: {
    include: tests,
    isolate: false,
    sequence: { sequencer: AsListed },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
