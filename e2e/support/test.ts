import { type BrowserContext, test as base, expect, type Page, request } from '@playwright/test';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { type Api, createApi } from './api.ts';
import { type Person, signedInState } from './people.ts';
import { startProduct } from './product/control.ts';
import { ownProduct } from './product/own-product.ts';
import { createSample, type Sample } from './sample.ts';
import { watchRequests } from './settled.ts';

export const { url: consoleUrl, devHostUrl } = ownProduct;

/** The browser's errors; a test that causes one on purpose declares it. */
export interface Guard {
  watch: (context: BrowserContext) => void;
  /** Matching errors are expected in this test. */
  allow: (pattern: RegExp) => void;
  /** Closes the watched pages: they must not request what a test removes at its end. */
  close: () => Promise<void>;
}

interface Fixtures {
  /** The person who is signed in from the start; `null` for nobody. */
  as: Person | null;
  guard: Guard;
  /** Calls as the owner, whichever account is signed in. */
  api: Api;
  /** Instances of the demo's project. */
  demo: { dev: number; stage: number; prod: number };
  /** Declares a template in Dev as the test's own: it is deleted at the end if it exists. */
  ownTemplate: (templateId: string) => void;
  /** The test's own template in Dev, with a field of every type and one item. */
  sample: Sample;
  /** Opens a browser of another user. */
  open: (person: Person) => Promise<Page>;
}

type Sessions = Map<Person, { since: number; state: ReturnType<typeof signedInState> }>;

/**
 * Milliseconds for which tests reuse a session: after 10 of its 15 minutes a console refreshes it, and then others
 * cannot use it.
 */
const sessionReuseTime = 5 * 60_000;

/** Tests of the running product: signed in, and failing if the browser reports any error. */
export const test = base.extend<Fixtures, { product: undefined; sessions: Sessions }>({
  baseURL: consoleUrl,
  as: ['owner', { option: true }],
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      if (ownProduct.controlUrl) await startProduct();
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  sessions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      await use(new Map());
    },
    { scope: 'worker' },
  ],
  storageState: async ({ as, sessions }, use) => {
    await use(as === null ? undefined : await sessionOf(sessions, as));
  },
  guard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const complaints: string[] = [];
      const allowed: RegExp[] = [];
      const contexts: BrowserContext[] = [];
      await use({
        watch: (context) => {
          contexts.push(context);
          watchRequests(context);
          // A policy violation is a console error, too; an uncaught error, or an unhandled rejection, is a web error.
          context.on('console', (message) => {
            if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
          });
          context.on('weberror', (error) => complaints.push(String(error.error().stack ?? error.error())));
        },
        allow: (pattern) => allowed.push(pattern),
        close: async () => {
          for (const context of contexts) await context.close();
        },
      });
      expect(
        complaints.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
        'errors in the browser',
      ).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, guard }, use) => {
    guard.watch(context);
    await use(context);
  },
  api: async ({ sessions }, use) => {
    const context = await request.newContext({ storageState: await sessionOf(sessions, 'owner') });
    await use(createApi(context, consoleUrl));
    await context.dispose();
  },
  demo: async ({ api }, use) => {
    const { workspaces: list } = await api.call(workspaces.list, {});
    const project = list.flatMap(({ projects }) => projects).find(({ name }) => name === 'Dota 2');
    const idOf = (env: string) => {
      const instance = project?.instances.find((candidate) => candidate.env === env);
      if (!instance) throw new Error(`The demo workspace has no ${env} instance.`);
      return instance.id;
    };
    await use({ dev: idOf('Dev'), stage: idOf('Stage'), prod: idOf('Prod') });
  },
  ownTemplate: async ({ api, demo, guard }, use) => {
    const own: string[] = [];
    await use((templateId) => own.push(templateId));
    // An open page may be requesting the template at this moment.
    await guard.close();
    for (const templateId of own) {
      const params = { instanceId: demo.dev, templateId };
      const { is_unique } = await api.call(templates.isUnique, { params });
      if (!is_unique) await api.call(templates.delete, { params });
    }
  },
  sample: async ({ api, demo, ownTemplate }, use, { testId }) => {
    const templateId = `sample_${testId.replaceAll(/\W/g, '_')}`;
    ownTemplate(templateId);
    await use(await createSample(api, demo.dev, templateId));
  },
  open: async ({ browser, sessions, guard }, use) => {
    await use(async (person) => {
      const context = await browser.newContext({
        baseURL: consoleUrl,
        storageState: await sessionOf(sessions, person),
      });
      guard.watch(context);
      return context.newPage();
    });
    await guard.close();
  },
});

/** A session of a person, shared by tests for `sessionReuseTime`. */
function sessionOf(sessions: Sessions, person: Person) {
  const known = sessions.get(person);
  if (known && Date.now() - known.since < sessionReuseTime) return known.state;
  const state = signedInState({ url: consoleUrl, devHostUrl }, person);
  sessions.set(person, { since: Date.now(), state });
  return state;
}

export { expect };
