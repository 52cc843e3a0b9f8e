import { describe, expect, test } from 'vitest';
import { causesOf } from '../../verify-embed/diagnosis/causes.ts';
import type { Call, Evidence } from '../../verify-embed/diagnosis/evidence.ts';
import { mismatchesOf, nameOf } from '../../verify-embed/mismatches.ts';
import type { VisiblePage } from '../../verify-embed/page/visible-page.ts';

const list: VisiblePage = {
  title: 'Heroes',
  route: '/instance/:instanceId/templates/:templateId/items',
  account: 'owner@portal.test',
  text: 'Heroes',
  alert: null,
  hasSignInForm: false,
};
const signIn: VisiblePage = {
  ...list,
  title: 'Sign in',
  route: '/login',
  account: null,
  text: 'Sign in',
  hasSignInForm: true,
};

describe('the visible page', () => {
  test('is named by heading, route and account', () => {
    expect(nameOf(list)).toBe('"Heroes" (/instance/:instanceId/templates/:templateId/items), as owner@portal.test');
    expect(nameOf(signIn)).toBe('"Sign in" (/login), signed out');
    expect(nameOf({ ...list, route: null, account: null })).toBe('"Heroes", as an account that is not named');
  });

  test('is the expected one if it is a page of content, or the given page and account', () => {
    expect(mismatchesOf(list, {})).toEqual([]);
    expect(mismatchesOf(list, { expectPage: 'heroes', expectAccount: 'Owner@portal.test' })).toEqual([]);
    expect(mismatchesOf(list, { expectPage: '/instance/:instanceId/templates/:templateId/items' })).toEqual([]);
    expect(mismatchesOf(signIn, { expectPage: '/login' })).toEqual([]);
  });

  test.each([
    ['/login', 'The console shows its sign-in page: "Heroes".'],
    ['/error', 'The console shows its error page: "Heroes".'],
    ['/access-denied', 'The console shows its "access denied" page: "Heroes".'],
    ['/not-found', 'The console shows its "not found" page: "Heroes".'],
    ['*', 'The console shows its "not found" page: "Heroes".'],
  ])('is not the expected one at %s', (route, sentence) => {
    expect(mismatchesOf({ ...list, route }, {})).toEqual([sentence]);
  });

  test('is not the expected page or account, or has a part that could not be shown', () => {
    expect(mismatchesOf(signIn, { expectPage: 'Heroes', expectAccount: 'owner@portal.test' })).toEqual([
      'Expected the page "Heroes", but it says "Sign in".',
      'Expected the account owner@portal.test, but the page names none.',
    ]);
    expect(mismatchesOf(list, { expectAccount: 'admin@portal.test' })).toEqual([
      'Expected the account admin@portal.test, but it is owner@portal.test.',
    ]);
    expect(mismatchesOf({ ...list, alert: 'The items could not be loaded: No answer' }, {})).toEqual([
      'A part of the page could not be shown: "The items could not be loaded: No answer".',
    ]);
  });
});

describe('a cause', () => {
  const url = 'https://console.test/plugin/quartermaster.js';
  const sheet = 'https://console.test/plugin/assets/quartermaster.css';
  const chunk = 'https://console.test/plugin/chunks/console.js';
  const blocked = (directive: string, url?: string, source?: string) => ({ directive, url, source });
  const nothing: Evidence = { entry: null, calls: [], policy: '', blocked: [], refusedByCors: [], errors: [] };
  const loaded: Evidence = {
    ...nothing,
    entry: { url, status: 200, type: 'text/javascript', failure: null, isByServiceWorker: false },
  };
  const call = (given: Partial<Call>): Call => ({
    path: '/v1/workspaces',
    status: 401,
    failure: null,
    authorization: 'cookies',
    ...given,
  });

  test.each<[string, Partial<Evidence>, string]>([
    [
      'a lost cookie header',
      { calls: [call({ authorization: 'none' })] },
      'The console’s calls are sent without their X-CSRF-Protection header: a fetch wrapper or service worker of the portal drops it.',
    ],
    ['no session', { calls: [call({})] }, 'The server knows no session: it returns 401.'],
    ['a failed call', { calls: [call({ status: 502 })] }, 'The call to /v1/workspaces has failed: it returned 502.'],
    [
      'a call without an answer',
      { calls: [call({ status: null, failure: 'net::ERR_FAILED' })] },
      'The call to /v1/workspaces has failed: net::ERR_FAILED.',
    ],
    [
      'a policy for calls',
      { blocked: [blocked('connect-src', 'https://console.test/v1/workspaces')] },
      'The page’s content security policy blocks calls of https://console.test: add https://console.test to its connect-src.',
    ],
    [
      'a policy that wants a nonce of the stylesheet',
      { policy: "script-src *; style-src 'nonce-a'", blocked: [blocked('style-src-elem', sheet)] },
      `The page’s content security policy blocks ${sheet}: add https://console.test to its style-src, or pass its nonce as the prop "nonce".`,
    ],
    [
      'a policy that wants a nonce of the style elements, once',
      {
        policy: "default-src 'self'; style-src https://console.test 'nonce-a'",
        blocked: [blocked('style-src-elem', undefined, chunk), blocked('style-src-elem', undefined, chunk)],
      },
      'The page’s content security policy blocks style elements of the console: pass the nonce of its style-src as the prop "nonce".',
    ],
    [
      'a policy without a nonce for style elements',
      { policy: 'default-src https://console.test', blocked: [blocked('style-src-elem', undefined, chunk)] },
      'The page’s content security policy blocks style elements of the console: pass a nonce, which its style-src also has to list, as the prop "nonce".',
    ],
    [
      'a strict policy for the module, whose list of addresses counts for nothing',
      {
        policy: "script-src 'nonce-a' 'strict-dynamic' https://console.test",
        blocked: [blocked('script-src-elem', url)],
      },
      `The page’s content security policy blocks ${url}: with 'strict-dynamic' its script-src ignores addresses. Load the module by import() from a script with the policy’s nonce, or give its own element that nonce.`,
    ],
  ])('is named: %s', (_, evidence, sentence) => {
    expect(causesOf({ ...loaded, ...evidence }, 'shown', signIn)).toEqual([sentence]);
  });

  test('is not what the portal itself may not do, as long as the console is there', () => {
    const policy = "script-src 'nonce-a'; style-src 'nonce-a'";
    const own = [blocked('style-src-elem', undefined, 'https://portal.test/app.js'), blocked('script-src-elem')];
    expect(causesOf({ ...loaded, policy, blocked: own }, 'shown', signIn)).toEqual([]);
  });

  test('of a missing import map is the policy that has blocked it', () => {
    const errors = ['Failed to resolve module specifier "quartermaster"'];
    const policy = "script-src 'nonce-a' 'strict-dynamic'";
    expect(causesOf({ ...nothing, errors, policy, blocked: [blocked('script-src-elem')] }, 'absent', null)).toEqual([
      'The page’s content security policy blocks a script in the page’s text, which can be its import map: give the element the nonce of its script-src.',
    ]);
  });

  test('of a missing module: unreachable, another hash, no answer, loaded but not mounted', () => {
    const causes = (evidence: Partial<Evidence>) => causesOf({ ...loaded, ...evidence }, 'absent', null);
    const entry = { url, status: null, type: '', failure: null, isByServiceWorker: false };
    expect(causes({ entry: { ...entry, failure: 'net::ERR_CONNECTION_REFUSED' } })).toEqual([
      `The module ${url} cannot be loaded: net::ERR_CONNECTION_REFUSED.`,
    ]);
    expect(
      causes({ errors: [`Failed to find a valid digest in the 'integrity' attribute for resource '${url}'`] }),
    ).toEqual([`The module ${url} does not match its hash in the page’s import map.`]);
    expect(causes({ entry })).toEqual([`The module ${url} has not been answered yet.`]);
    expect(causes({ errors: ['slot is null\n at main.js'] })).toEqual([
      'The portal has loaded the console’s module, but its slot is empty: the console was not mounted, or was removed.',
      'An error on the page: slot is null',
    ]);
  });

  test('is not sought in calls if a panel names it', () => {
    expect(causesOf({ ...loaded, calls: [call({ status: 502 })] }, 'panel', null)).toEqual([]);
  });
});
