import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const executablePath = process.env.PLAYWRIGHT_CHROMIUM_PATH;
const globalSetup = './e2e/support/global-setup.ts';

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
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // The set-up starts the server with data of its own, sets E2E_URL and E2E_DEV_HOST_URL, and returns what stops it.
  ...(existsSync(new URL(globalSetup, import.meta.url)) ? { globalSetup } : {}),
  use: {
    baseURL: process.env.E2E_URL ?? 'http://localhost:4460',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { args: flags, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium', viewport: { width: 1280, height: 800 } } }],
});
