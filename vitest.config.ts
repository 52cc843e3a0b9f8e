import { defineConfig } from 'vitest/config';
import { paddlePackage } from './build/paddle-package.ts';
import { isLong } from './tests/support/long.ts';
import { SlowReporter } from './tests/support/slow-reporter.ts';
import { timeout } from './tests/support/timeout.ts';
import { UnhandledReporter } from './tests/support/unhandled-reporter.ts';

const domSetup = 'tests/support/dom-setup.ts';
/** They replace modules, or check which ones are loaded. */
const alone = ['date-time-field', 'days-filter', 'new-field-type', 'sentry'].map(
  (name) => `tests/features/${name}.test.tsx`,
);
/** These replace nothing, so they can share the loaded console, server and database. */
const together = [
  'allowed-origin',
  'ask-for-token',
  'early-request',
  'first-rendering',
  'host-contract',
  'parts',
  'real-console',
  'remount',
  'router-window',
  'shared-session',
  'shown',
].map((name) => `tests/lifecycles/${name}.test.{ts,tsx}`);

/** Tests that repeat what others show, at length, are run only by `npm run test:all`. */
const long = isLong ? [] : ['**/*.long.test.{ts,tsx}'];

/** The names of tests on Node that are not run: of long ones, and without a PostgreSQL of those that need one. */
const others = [...(isLong ? [] : ['*.long']), ...(process.env.DATABASE_URL ? [] : ['*.postgresql'])].join('|');

export default defineConfig({
  plugins: [paddlePackage()],
  test: {
    reporters: ['default', 'json', new SlowReporter(), new UnhandledReporter()],
    outputFile: { json: 'test-results/vitest.json' },
    // Longer than the timeout of a single wait, so that a failing test reports the condition that it waited for.
    testTimeout: 5 * timeout,
    hookTimeout: 5 * timeout,
    expect: { poll: { timeout } },
    // By default Vitest leaves one core free, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Not by `exclude`, beside which files that the command line excludes would not be.
          include: [`tests/{build,contract,server,specification,scripts}/**/${others ? `!(${others})` : '*'}.test.ts`],
          // The files of a worker share modules, and thus a running database: see tests/support.
          isolate: false,
          globalSetup: 'tests/support/server-global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['tests/features/**/*.test.{ts,tsx}', ...together],
          exclude: [...alone, ...long],
          // The files of a worker share modules, the database and the page: loading them takes longer than most files.
          isolate: false,
          setupFiles: [domSetup],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom-alone',
          environment: 'jsdom',
          include: ['tests/lifecycles/**/*.test.{ts,tsx}', ...alone],
          exclude: [...together, ...long],
          setupFiles: [domSetup],
        },
      },
    ],
  },
});
