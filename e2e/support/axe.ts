import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Options {
  /** Selectors of the parts to check; the whole page if omitted. */
  within?: string[];
  /** Rules that do not apply here. */
  without?: string[];
  /** Checks only these rules. */
  only?: string[];
  /** Also checks the one rule that reads all stylesheets, which takes as long as all others. */
  withStylesheets?: boolean;
}

/** Fails if axe reports anything on the current page, with all of its rules including best practices. */
export async function expectAccessible(page: Page, name: string, options: Options = {}) {
  const { within, without = [], only, withStylesheets = false } = options;
  // Run by the debugger, bypassing the page’s policy; a page keeps it until it is reloaded.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const left = withStylesheets ? without : [...without, orientationRule];
  const rules = Object.fromEntries(left.map((rule) => [rule, { enabled: false }]));
  // Fading elements have their colours only at the end; endless animations are left out.
  await page.evaluate(async () => {
    const isEnding = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isEnding)
        .map(({ finished }) => finished),
    );
  });
  const violations = await page.evaluate(
    async ([include, options]) => {
      const { axe } = window as unknown as {
        axe: { run: (context: unknown, options: RunOptions) => Promise<AxeResults> };
      };
      const context = include ? { include: include.map((selector) => [selector]) } : document;
      return (await axe.run(context, options)).violations;
    },
    [
      within,
      {
        resultTypes: ['violations'],
        rules,
        preload: withStylesheets,
        ...(only && { runOnly: only }),
      } satisfies RunOptions,
    ] as const,
  );
  const reported = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html }) => html.slice(0, 200)),
  }));
  expect(reported, `violations on ${name}`).toEqual([]);
}

const orientationRule = 'css-orientation-lock';
/** Their outcome does not depend on the width of the window. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** Checks everything in light, and in dark only the colours, as nothing else differs; both are of the operating system. */
export async function expectAccessibleInBoth(page: Page, name: string, options: Options = {}): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator(`[data-mantine-color-scheme="${scheme}"]`).first()).toBeAttached();
    await expectAccessible(page, `${name}, ${scheme}`, scheme === 'dark' ? { ...options, only: colourRules } : options);
  }
}
