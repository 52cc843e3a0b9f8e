import type { Browser } from '@playwright/test';
import type { Bench } from '../bench.ts';
import { freshContext } from '../pages/browser.ts';
import { withSites } from '../pages/sites.ts';
import type { Figure } from '../report.ts';
import { buildHello } from './hello-plugin.ts';
import { type Answers, recordAnswers } from './host-page.ts';
import { startHost } from './host-server.ts';

/** A host’s page in which the list of items and a plain table are mounted. */
export interface Host {
  browser: Browser;
  url: string;
  /** Answers to the calls of the home page and of the list, so that the measurement involves no server. */
  answers: Answers;
  /** Path and query of the list. */
  path: string;
  /** Selectors of a row of the list and of the plain table. */
  rows: { product: string; floor: string };
}

/** Runs a measurement in a separate host, which is stopped afterwards. */
export function inHost(bench: Bench, measure: (host: Host) => Promise<Figure[]>): Promise<Figure[]> {
  return withSites(bench, async ({ browser, product, floor }) => {
    await buildHello();
    const { origin, pathname, search } = new URL(product.list);
    const signedIn = await freshContext(browser, product);
    const answers = await recordAnswers(signedIn, [`${origin}/`, product.list]);
    await signedIn.close();
    const host = await startHost();
    const rows = { product: product.row, floor: floor.row };
    try {
      return await measure({ browser, url: host.url, answers, path: pathname + search, rows });
    } finally {
      host.stop();
    }
  });
}
