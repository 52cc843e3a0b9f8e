import { parseArgs } from 'node:util';

/** How to reach the console on a portal's page, and what to check there. */
export interface Options {
  /** The portal's page with the console, or the manifest of an extension. */
  url: string;
  /** True for an extension. */
  isExtension: boolean;
  /** How to leave the console: an address of the portal, or a selector to click. */
  leave: string;
  /** How to open it again: likewise. */
  enter: string;
  /** True if `leave` was given: then a page that does not react to it is at fault. */
  isLeaveGiven: boolean;
  /** A page of the console with a form, for the question about unsaved changes. */
  form?: string | undefined;
  /** The module's address, if it cannot be determined from the requests. */
  module?: string | undefined;
  /** The expected page of the console, by heading or route pattern; any page of content if not given. */
  expectPage?: string | undefined;
  /** The email address of the expected account. */
  expectAccount?: string | undefined;
  /** Chromium's path. */
  browser?: string | undefined;
  /** A file with the cookies and storage of a signed-in user, as Playwright writes it. */
  storageState?: string | undefined;
  headed: boolean;
  /** How often the console is mounted and unmounted to find leaks. */
  cycles: number;
  /** Timeout of each wait, in milliseconds. */
  timeout: number;
  /** The ids of the checks to run; all if empty. */
  only: string[];
  /** Names that the portal's own code adds to `window` when the console's page is opened. */
  allowedGlobals: string[];
  /** The folder for the reports. */
  out: string;
}

export const usage = `Usage: quartermaster verify-embed URL [options]
       quartermaster verify-embed --extension ADDRESS [options]

Checks on a portal's page that the embedded console meets the guarantees of the host contract.
URL is the page that shows the console.
With --extension, checks the extension whose manifest has this address: manifest, hash and size of its script, and how it
behaves in its frame. Of the options only --browser, --headed and --out apply to it.

  --leave TARGET          how to leave the console: an address of the portal (default: /) or a
                          selector of a link or button
  --enter TARGET          how to open it again: an address (default: URL) or a selector
  --form ADDRESS          a page of the console with a form, to check the question about unsaved changes
  --expect-page NAME      the console's page that is to be seen, by its heading or its route's pattern (default: any
                          but the sign-in, the error page and those for denied access and unknown addresses)
  --expect-account EMAIL  the account that is to be signed in (default: any)
  --module ADDRESS        the address of quartermaster.js, if it is not loaded under that name
  --browser PATH          the Chromium to use (default: $PLAYWRIGHT_CHROMIUM_PATH, or Playwright's own)
  --storage-state FILE    cookies and storage of somebody who is signed in, as Playwright writes them
  --headed                shows the browser; with a long --timeout there is time to sign in
  --cycles N              mounts and unmounts for the memory check (default: 12)
  --timeout SECONDS       how long to wait for the console (default: 30)
  --only ID,ID            runs only these checks
  --allow-global NAME     a global that the portal itself adds on the console's page; repeatable
  --out FOLDER            where the reports are written (default: verify-embed-report)

A portal behind a sign-in: sign in once in a browser that saves the session when it is closed, and pass the file. It is
as secret as a password. It has cookies, local storage and databases, but not what a tab keeps in sessionStorage.
Each run renews the session and writes it back: use a file in one run at a time.

  npx playwright-core open --save-storage=FILE URL
  quartermaster verify-embed URL --storage-state FILE

The first result says which page was seen, and as whom.

Exit status: 0 if every promise that could be checked is kept, 1 if one is broken, 2 if nothing could be checked, as
when the page does not show what was expected.`;

/** Invalid arguments of the command. */
export class UsageError extends Error {}

/** Reads the command's arguments; null if help is wanted. */
export function readOptions(args: string[], env: Record<string, string | undefined> = process.env): Options | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [url, ...more] = [...positionals, values.extension ?? []].flat();
  if (!url || more.length > 0)
    throw new UsageError(
      values.extension === undefined
        ? 'Give the address of one page.'
        : 'Give the address of one manifest, and no page.',
    );
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new UsageError(`${url} is no web address.`);
  return {
    url,
    isExtension: values.extension !== undefined,
    leave: targetOf(values.leave ?? '/', url),
    enter: targetOf(values.enter ?? url, url),
    isLeaveGiven: values.leave !== undefined,
    form: values.form && new URL(values.form, url).href,
    module: values.module && new URL(values.module, url).href,
    expectPage: values['expect-page'],
    expectAccount: values['expect-account'],
    browser: values.browser ?? env.PLAYWRIGHT_CHROMIUM_PATH,
    storageState: values['storage-state'],
    headed: values.headed,
    cycles: numberOf('cycles', values.cycles, 4),
    timeout: numberOf('timeout', values.timeout, 1) * 1000,
    only: values.only.flatMap((ids) => ids.split(',')),
    allowedGlobals: values['allow-global'],
    out: values.out,
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const list = { type: 'string', multiple: true, default: [] as string[] } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        extension: text,
        leave: text,
        enter: text,
        form: text,
        'expect-page': text,
        'expect-account': text,
        module: text,
        browser: text,
        'storage-state': text,
        headed: flag,
        cycles: { ...text, default: '12' },
        timeout: { ...text, default: '30' },
        only: list,
        'allow-global': list,
        out: { ...text, default: 'verify-embed-report' },
        help: { ...flag, short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function numberOf(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number < least) throw new UsageError(`--${name} must be a number from ${least} on.`);
  return number;
}

/** An address is resolved; a selector is unchanged. */
const targetOf = (text: string, url: string) => (isAddress(text) ? new URL(text, url).href : text);

/** Whether a target is an address rather than a selector. */
export const isAddress = (target: string): boolean => /^(\/|https?:)/.test(target);
