import type { Options } from './options.ts';
import type { VisiblePage } from './page/visible-page.ts';

/** The console's pages that can replace the requested one, by their routes. */
const substitutes: Record<string, string> = {
  '/login': 'its sign-in page',
  '/error': 'its error page',
  '/access-denied': 'its "access denied" page',
  '/not-allowed': 'its "action not allowed" page',
  '/not-found': 'its "not found" page',
  '*': 'its "not found" page',
};

/** Such as `"Heroes" (/instance/:instanceId/templates/:templateId/items), as owner@example.com`. */
export function nameOf({ title, route, account }: VisiblePage): string {
  const person =
    account === null ? (route === '/login' ? 'signed out' : 'as an account that is not named') : `as ${account}`;
  return `"${title}"${route === null ? '' : ` (${route})`}, ${person}`;
}

/** How the visible page differs from the expected one. */
export function mismatchesOf(
  seen: VisiblePage,
  { expectPage, expectAccount }: Pick<Options, 'expectPage' | 'expectAccount'>,
) {
  const problems: string[] = [];
  const substitute = substitutes[seen.route ?? ''];
  if (expectPage !== undefined) {
    const isExpected = [seen.title, seen.route].some((name) => name?.toLowerCase() === expectPage.toLowerCase());
    if (!isExpected) problems.push(`Expected the page "${expectPage}", but it says "${seen.text}".`);
  } else if (substitute !== undefined) {
    problems.push(`The console shows ${substitute}: "${seen.text}".`);
  }
  if (seen.alert !== null) problems.push(`A part of the page could not be shown: "${seen.alert}".`);
  if (expectAccount !== undefined && seen.account?.toLowerCase() !== expectAccount.toLowerCase()) {
    problems.push(
      `Expected the account ${expectAccount}, but ${seen.account === null ? 'the page names none' : `it is ${seen.account}`}.`,
    );
  }
  return problems;
}
