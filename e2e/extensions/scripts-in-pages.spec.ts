import type { Page } from '@playwright/test';
import { extensions } from '@quartermaster/contract/endpoints/extensions.ts';
import { allowExtension } from '../support/allow-extension.ts';
import { exampleOf } from '../support/documented-examples.ts';
import { openHostPage } from '../support/pages/host-page.ts';
import { shows } from '../support/shows.ts';
import { consoleUrl, expect, test } from '../support/test.ts';

const documented = exampleOf('Content security policy', { language: '' }).trim().replaceAll('nonce-…', 'nonce-n1');
const ofHost = `default-src 'none'; ${documented.replaceAll(/\s*\n\s*/g, ' ').replace('trusted-types quartermaster', 'trusted-types quartermaster injected')}`;

/** Adds a script to a page, as a fault of the page would let an attacker do, and returns what came of it. */
const inject = (page: Page, address: string) =>
  page.evaluate(async (src) => {
    const { trustedTypes } = window as unknown as {
      trustedTypes?: { createPolicy: (name: string, rules: object) => { createScriptURL: (url: string) => string } };
    };
    const policy = trustedTypes?.createPolicy('injected', { createScriptURL: (url: string) => url });
    const script = document.createElement('script');
    script.src = policy ? policy.createScriptURL(src) : src;
    const outcome = new Promise<string>((resolve) => {
      script.addEventListener('load', () => resolve('loaded'));
      script.addEventListener('error', () => resolve('refused'));
    });
    document.head.append(script);
    return { outcome: await outcome, hasRun: 'extensionHasRun' in window };
  }, address);

for (const place of ['stand-alone', 'in a host with the documented policy'])
  test(`a script of an extension does not run in a page of the console, ${place}`, async ({
    page,
    api,
    demo,
    guard,
  }) => {
    shows('5.parts.extensions-scripts');
    guard.allow(/Content Security Policy/);
    const manifest = { name: 'acme-injected', title: 'Injected', editor_types: ['text'] };
    const remove = await allowExtension(api, demo.dev, manifest, 'globalThis.extensionHasRun = true;');
    const { extensions: running } = await api.call(extensions.running, { params: { instanceId: demo.dev } });
    const frame = running.find(({ name }) => name === 'acme-injected')?.frame ?? '';
    const script = new URL(frame.replace(/frame$/, 'script.js'), consoleUrl).href;
    try {
      expect((await page.request.get(script)).status()).toBe(200);
      const path = `/instance/${demo.dev}/templates/hero/items`;
      if (place === 'stand-alone') await page.goto(consoleUrl + path);
      else await (await openHostPage(page, { csp: ofHost, props: "nonce: 'n1'" })).open(path);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      expect(await inject(page, script)).toEqual({ outcome: 'refused', hasRun: false });
      await page.getByRole('row').nth(1).getByRole('link').first().click();
      await expect(page.getByRole('textbox', { name: /Label/ })).toBeVisible();
    } finally {
      await remove();
    }
  });
