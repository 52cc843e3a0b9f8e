/** The parts of Turnstile's API that the console uses (https://developers.cloudflare.com/turnstile). */
export interface Turnstile {
  render: (container: HTMLElement, options: Record<string, unknown>) => string | undefined;
  reset: (widget: string | HTMLElement) => void;
  remove: (widget: string | HTMLElement) => void;
}

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => unknown;
  };
}

type Globals = typeof globalThis & { turnstile?: Turnstile; trustedTypes?: TrustedTypes };

interface LoadOptions {
  /** The parent of the script element. */
  parent: HTMLElement;
  nonce: string | undefined;
  signal: AbortSignal;
}

/** Timeout for loading the script, in milliseconds. */
const timeout = 20_000;

/** Trusted Types policies are identified by name, and a page may forbid creating two with the same name. */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The script's global if it is already on the page; otherwise loads it from `address`. */
export async function loadTurnstile(address: string, options: LoadOptions): Promise<Turnstile> {
  const page = globalThis as Globals;
  if (!page.turnstile) await loadScript(scriptUrl(page, address), options);
  if (!page.turnstile) throw new Error('The human verification script did not define its global.');
  return page.turnstile;
}

function scriptUrl({ trustedTypes }: Globals, address: string): string {
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol))
    throw new Error('The URL of the human verification script is not http or https.');
  url.searchParams.set('render', 'explicit');
  policy ??= trustedTypes?.createPolicy('quartermaster', { createScriptURL: (text) => text });
  // With Trusted Types, a script URL must be a trusted object.
  return (policy ? policy.createScriptURL(url.href) : url.href) as string;
}

function loadScript(url: string, { parent, nonce, signal }: LoadOptions): Promise<void> {
  const script = parent.ownerDocument.createElement('script');
  return new Promise<void>((resolve, reject) => {
    const fail = () => {
      settle();
      script.remove();
      reject(new Error('The human verification script could not be loaded.'));
    };
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', fail);
    };
    const timer = setTimeout(fail, timeout);
    signal.addEventListener('abort', fail);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      settle();
      resolve();
    });
    script.async = true;
    if (nonce !== undefined) script.nonce = nonce;
    script.src = url;
    parent.append(script);
  });
}
