import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const executablePath = process.env.PLAYWRIGHT_CHROMIUM_PATH;

/** Chromium refuses its sandbox to root, and containers have no graphics card; the rest keeps it off the network. */
const flags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  reporter: [['line'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // Each worker has a product and a browser of its own, which keep two cores busy: two workers there are hardly quicker, and each test takes twice as long.
  workers: process.env.E2E_URL ? 1 : Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))),
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // A busy machine makes a test slow and not wrong: two browsers and two servers share what cores there are. No test passes by waiting longer.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  globalSetup: './e2e/support/global-setup.ts',
  use: {
    // Each test takes a tenth longer with it, so it is for whoever looks into one.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: flags, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium', viewport: { width: 1280, height: 800 } } }],
});
