import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '../../..');

/** For mutants: only the tests of an area, and the project's own packages from the copy that has the mutant. */
export default defineConfig({
  root,
  resolve: {
    alias: { '@quartermaster/contract': join(root, 'contract'), '@quartermaster/server': join(root, 'server') },
  },
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]') as string[],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
