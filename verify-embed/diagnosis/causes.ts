import type { ConsoleState } from '../page/console-state.ts';
import type { VisiblePage } from '../page/visible-page.ts';
import type { Evidence, Load } from './evidence.ts';
import { type Blocked, isTextOf, originOf, policySentence } from './policy.ts';

const most = 3;

/** Why the console is not on the page, according to the browser's reports. */
export function causesOf(evidence: Evidence, state: ConsoleState, seen: VisiblePage | null): string[] {
  const entry = entryProblem(evidence);
  // A panel already explains why the server cannot be called.
  const others = [...blockedProblems(evidence, state), ...(state === 'panel' ? [] : callProblems(evidence, seen))];
  if (entry !== null) return [entry, ...others.filter((other) => other !== entry)];
  if (others.length > 0) return others;
  if (state === 'absent') return [absenceOf(evidence), ...uncaught(evidence)];
  if (seen?.title === null && evidence.calls.length === 0) {
    return ['The console has not called its server yet: the portal’s getAccessToken has not returned a token.'];
  }
  return [];
}

/** True if waiting longer cannot help: the entry cannot be loaded. */
export const cannotAppear = (evidence: Evidence): boolean => entryProblem(evidence) !== null;

/** Why the console's module could not be loaded; null if it was, or was never requested. */
export function entryProblem({ entry, errors, policy, blocked, refusedByCors }: Evidence): string | null {
  const unresolved = errors
    .map((error) => /Failed to resolve module specifier ["']([^"']+)/.exec(error)?.[1])
    .find(Boolean);
  const script = blocked.find(isScriptText);
  if (unresolved && script) return policySentence(script, policy);
  if (unresolved) {
    return `The page cannot resolve the module "${unresolved}": its import map is missing, comes too late or does not list it.`;
  }
  const refused = blocked.find((each) => isEntryScript(each, entry));
  if (refused) return policySentence(refused, policy);
  if (!entry) return null;
  const { url, status, type, failure, isByServiceWorker } = entry;
  if (refusedByCors.includes(url)) {
    return `The module ${url} is blocked by CORS: its server sends no Access-Control-Allow-Origin header.`;
  }
  if (status !== null && status >= 400) return `The module ${url} returns ${status}.`;
  if (status !== null && !/javascript|ecmascript/.test(type)) {
    return isByServiceWorker
      ? `The portal’s service worker answers ${url} with ${type}: it must not answer for the console’s files.`
      : `The module ${url} has the type ${type} instead of JavaScript.`;
  }
  const tampered = errors.find((error) => error.includes('integrity') && error.includes(url));
  if (tampered) return `The module ${url} does not match its hash in the page’s import map.`;
  if (failure !== null) return `The module ${url} cannot be loaded: ${failure}.`;
  return null;
}

const isEntryScript = ({ directive, url }: Blocked, entry: Load | null) =>
  directive.startsWith('script-src') &&
  url !== undefined &&
  (url === entry?.url || /\/quartermaster\.js([?#]|$)/.test(url));

const isScriptText = ({ directive, url }: Blocked) => url === undefined && directive.startsWith('script-src');

function blockedProblems({ policy, blocked, entry }: Evidence, state: ConsoleState): string[] {
  const isOfConsole = (url: string) => entry !== null && url.startsWith(new URL('.', entry.url).href);
  const others = blocked.filter((each) => {
    if (each.url !== undefined) return !isEntryScript(each, entry);
    // Other texts can be the portal's own matter.
    return isScriptText(each) ? state === 'absent' : isTextOf(each, isOfConsole);
  });
  const byOrigin = new Map(others.map((each) => [`${each.directive} ${each.url && originOf(each.url)}`, each]));
  return [...byOrigin.values()].slice(0, most).map((each) => policySentence(each, policy));
}

function callProblems({ calls }: Evidence, seen: VisiblePage | null): string[] {
  const refused = calls.find(({ status }) => status === 401);
  const isByHost = seen !== null && seen.route === '/login' && !seen.hasSignInForm;
  const unmarked = calls.filter(({ authorization }) => authorization === 'none');
  if (refused && unmarked.length > 0) {
    const header = isByHost ? 'Authorization' : 'X-CSRF-Protection';
    return [
      `The console’s calls are sent without their ${header} header: a fetch wrapper or service worker of the portal drops it.`,
    ];
  }
  if (refused?.authorization === 'expired token') {
    return ['The portal’s token had expired before it was sent: getAccessToken must return a valid one.'];
  }
  if (refused?.authorization === 'token') return ['The server rejects the portal’s token with 401.'];
  if (refused) return ['The server knows no session: it returns 401.'];
  const failed = calls.filter(({ status, failure }) => failure !== null || (status !== null && status >= 500));
  return failed
    .slice(0, most)
    .map(({ path, status, failure }) => `The call to ${path} has failed: ${failure ?? `it returned ${status}`}.`);
}

function absenceOf({ entry }: Evidence): string {
  if (!entry) return 'The portal has not loaded the console: it requested no file named quartermaster.js.';
  if (entry.status === null) return `The module ${entry.url} has not been answered yet.`;
  return 'The portal has loaded the console’s module, but its slot is empty: the console was not mounted, or was removed.';
}

/** The page's own errors, as sentences. */
export const uncaught = ({ errors }: Evidence): string[] =>
  errors.slice(0, most).map((error) => `An error on the page: ${error.split('\n')[0]}`);
