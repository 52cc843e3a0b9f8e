import type { CDPSession, Page, Request, Response } from 'playwright-core';
import type { Blocked } from './policy.ts';

/** How a file of the console was loaded. */
export interface Load {
  url: string;
  status: number | null;
  type: string;
  /** Why there is no answer. */
  failure: string | null;
  isByServiceWorker: boolean;
}

/** A call to the console's server, with what its headers reveal about the session; never with their values. */
export interface Call {
  path: string;
  status: number | null;
  failure: string | null;
  authorization: 'none' | 'cookies' | 'token' | 'expired token';
}

/** The browser's reports while a page was opened. */
export interface Evidence {
  entry: Load | null;
  calls: Call[];
  /** The content security policy of the page; empty if it has none. */
  policy: string;
  /** What that has blocked. */
  blocked: Blocked[];
  /** The addresses whose server does not allow the page's origin (CORS). */
  refusedByCors: string[];
  /** Uncaught errors, and errors in the browser's console. */
  errors: string[];
}

/** Records the browser's reports about a page; `module` is the address of the console's module if it was given. */
export async function collectEvidence(page: Page, cdp: CDPSession, module?: string): Promise<Evidence> {
  const evidence: Evidence = { entry: null, calls: [], policy: '', blocked: [], refusedByCors: [], errors: [] };
  const loads = new Map<Request, Load>();
  const calls = new Map<Request, Call>();
  const isEntry = (url: string) => (module ? url === module : new URL(url).pathname.endsWith('/quartermaster.js'));

  page.on('request', (request) => {
    const url = request.url();
    if (isEntry(url)) {
      evidence.entry = { url, status: null, type: '', failure: null, isByServiceWorker: false };
      loads.set(request, evidence.entry);
    } else if (['fetch', 'xhr'].includes(request.resourceType()) && new URL(url).pathname.includes('/v1/')) {
      const path = new URL(url).pathname;
      const call: Call = { path, status: null, failure: null, authorization: authorizationOf(request.headers()) };
      calls.set(request, call);
      evidence.calls.push(call);
    }
  });
  page.on('response', (response) => {
    const request = response.request();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) evidence.policy = policyOf(response);
    const load = loads.get(response.request());
    if (load) Object.assign(load, answerOf(response));
    const call = calls.get(response.request());
    if (call) call.status = response.status();
  });
  page.on('requestfailed', (request) => {
    const failed = loads.get(request) ?? calls.get(request);
    if (failed) failed.failure = request.failure()?.errorText ?? 'no answer';
  });
  page.on('pageerror', (error) => evidence.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') evidence.errors.push(message.text());
  });
  cdp.on('Audits.issueAdded', ({ issue: { details } }) => {
    const blocked = blockedBy(details.contentSecurityPolicyIssueDetails);
    if (blocked) evidence.blocked.push(blocked);
    const refused = details.corsIssueDetails?.request.url;
    if (refused) evidence.refusedByCors.push(refused);
  });
  await cdp.send('Audits.enable');
  return evidence;
}

/** The header with the policy of a page. */
const policyOf = (response: Response): string => response.headers()['content-security-policy'] ?? '';

/** As the browser reports it. */
interface PolicyIssue {
  violatedDirective: string;
  contentSecurityPolicyViolationType: string;
  isReportOnly: boolean;
  blockedURL?: string;
  sourceCodeLocation?: { url: string };
}

/** What an issue says is blocked; undefined for a policy that only reports, and for what is neither an address nor a text. */
export function blockedBy(issue: PolicyIssue | undefined): Blocked | undefined {
  const isText = issue?.contentSecurityPolicyViolationType === 'kInlineViolation';
  if (!issue || issue.isReportOnly || (!isText && issue.blockedURL === undefined)) return undefined;
  const { violatedDirective: directive, blockedURL: url, sourceCodeLocation } = issue;
  return { directive, url: isText ? undefined : url, source: sourceCodeLocation?.url };
}

const answerOf = (response: Response): Partial<Load> => ({
  status: response.status(),
  type: response.headers()['content-type']?.split(';')[0] ?? 'no type',
  isByServiceWorker: response.fromServiceWorker(),
});

function authorizationOf(headers: Record<string, string>): Call['authorization'] {
  const [, token] = headers.authorization?.split(' ') ?? [];
  if (token !== undefined) return isExpired(token) ? 'expired token' : 'token';
  return headers['x-csrf-protection'] === undefined ? 'none' : 'cookies';
}

/** Whether a token has expired according to its own `exp` claim. */
function isExpired(token: string): boolean {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return Number(Object(claims).exp) < Date.now() / 1000;
  } catch {
    return false;
  }
}
