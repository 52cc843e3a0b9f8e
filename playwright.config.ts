import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { isLong } from './e2e/support/long.ts';

const executablePath = process.env.PLAYWRIGHT_CHROMIUM_PATH;

/** Chromium cannot sandbox as root, and containers have no GPU; the other flags prevent network access of its own. */
const flags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As Chromium does by itself, other than its headless shell: sandboxed frames run in processes of their own.
  '--site-per-process',
];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // They repeat what others show, at length: `npm run test:all` runs them, too.
  ...(isLong ? {} : { testIgnore: ['**/*.long.spec.ts'], grepInvert: /@long/ }),
  outputDir: 'test-results/e2e',
  snapshotPathTemplate: '{testDir}/support/{arg}{ext}',
  reporter: [['line'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // Each worker runs its own server and browser, which keep two cores busy: on two cores, two workers are hardly faster,
  // and each test takes twice as long.
  workers: process.env.E2E_URL ? 1 : Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))),
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // On a busy machine tests are slow rather than wrong, because browsers and servers share the cores. No test depends on
  // a longer timeout to pass.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  globalSetup: './e2e/support/product/global-setup.ts',
  use: {
    // Names the pending action; a test's timeout does not.
    actionTimeout: 120_000,
    // Off by default, as tracing makes each test a tenth slower.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: flags, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium', viewport: { width: 1280, height: 800 } } }],
});
