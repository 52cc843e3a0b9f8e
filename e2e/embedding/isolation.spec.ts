import { exampleOf } from '../support/documented-examples.ts';
import { consoleStyles, hostileCss, openHostPage } from '../support/pages/host-page.ts';
import { mantines, markImportant, wearMantine } from '../support/pages/mantine.ts';
import { differences } from '../support/pages/portal.ts';
import { untilSettled } from '../support/settled.ts';
import { shows } from '../support/shows.ts';
import { expect, test } from '../support/test.ts';

/** Only what the documents require of a host. */
const documented = exampleOf('Content security policy', { language: '' }).trim().replaceAll('nonce-…', 'nonce-n1');
const strict = `default-src 'none'; ${documented.replaceAll(/\s*\n\s*/g, ' ')}`;

test('a strict content security policy with Trusted Types is not violated', async ({ page, demo }) => {
  shows('4.host.policy.nonce', '4.host.policy.trusted-types');
  const host = await openHostPage(page, { csp: strict, props: "nonce: 'n1'" });
  await host.open(`/instance/${demo.dev}/templates/hero/items`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('textbox', { name: /Label/ })).toBeVisible();
  expect(await host.violations()).toEqual([]);
});

test('a policy that refuses the scripts, or their Trusted Types policy, leaves the console its modules', async ({
  page,
  context,
  demo,
  guard,
}) => {
  shows('4.host.policy.modules');
  guard.allow(/Content Security Policy|TrustedTypePolicy/);
  const policies = [
    { csp: strict.replace('trusted-types quartermaster', "trusted-types 'none'"), refused: 'trusted-types' },
    { csp: "script-src 'nonce-n1'", refused: 'script-src' },
  ];
  for (const { csp, refused } of policies) {
    const tab = await context.newPage();
    const host = await openHostPage(tab, { csp, props: refused === 'script-src' ? '' : "nonce: 'n1'" });
    await host.open(`/instance/${demo.dev}/templates/hero/items`);
    await expect(tab.getByRole('row').nth(1)).toBeVisible();
    const violations = await host.violations();
    expect(violations.length, refused).toBeGreaterThan(0);
    expect(violations.filter((each) => !each.startsWith(refused))).toEqual([]);
    await tab.close();
  }
  await page.close();
});

test('the check of the policy detects violations: without the nonce the theme is blocked', async ({
  page,
  demo,
  guard,
}) => {
  guard.allow(/Content Security Policy/);
  const host = await openHostPage(page, { csp: strict });
  await host.open(`/instance/${demo.dev}/templates/hero/items`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect.poll(host.violations).toContainEqual(expect.stringContaining('style-src'));
});

test('the console looks the same in a host with hostile styles, and with a Mantine of its own', async ({
  page,
  context,
  demo,
}) => {
  shows('4.host.styles.hostile', '4.host.styles.mantine');
  const open = async (css: string) => {
    const tab = await context.newPage();
    // During a transition the styles differ in every frame.
    await tab.emulateMedia({ reducedMotion: 'reduce' });
    const host = await openHostPage(tab, { css, props: "colorScheme: 'light'" });
    await host.open(`/instance/${demo.dev}/templates/hero/items`);
    await expect(tab.getByRole('row').nth(1)).toBeVisible();
    // Pictures, labels of links and the menu are loaded after the rows.
    await untilSettled(context);
    await tab.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(tab.getByRole('button', { name: 'Yes, export' })).toBeFocused();
    await expect.poll(() => tab.evaluate(() => document.getAnimations().length)).toBe(0);
    return tab;
  };
  const tab = await open('');
  const plain = await consoleStyles(tab);
  expect(Object.keys(plain).length).toBeGreaterThan(100_000);
  for (const version of mantines) {
    await wearMantine(tab, version);
    expect(differences(plain, await consoleStyles(tab)).slice(0, 40), `Mantine ${version}`).toEqual([]);
  }
  await markImportant(tab);
  expect(differences(plain, await consoleStyles(tab)), 'what gets in is detected').not.toEqual([]);
  await tab.close();
  expect(differences(plain, await consoleStyles(await open(hostileCss))).slice(0, 40)).toEqual([]);
  await page.close();
});
