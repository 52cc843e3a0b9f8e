/** What the console uses of Turnstile's script (https://developers.cloudflare.com/turnstile). */
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
  /** Where the script's element goes. */
  parent: HTMLElement;
  nonce: string | undefined;
  signal: AbortSignal;
}

/** Milliseconds that the script may take. */
const timeout = 20_000;

/** A page knows each policy by its name, and may refuse a second one of the same name. */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The script's own global where it is on the page already, else loads it from `address`. */
export async function loadTurnstile(address: string, options: LoadOptions): Promise<Turnstile> {
  const page = globalThis as Globals;
  if (!page.turnstile) await loadScript(scriptUrl(page, address), options);
  if (!page.turnstile) throw new Error('The script of the human verification is not what it should be.');
  return page.turnstile;
}

function scriptUrl({ trustedTypes }: Globals, address: string): string {
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) throw new Error('The script of the human verification has no web address.');
  url.searchParams.set('render', 'explicit');
  policy ??= trustedTypes?.createPolicy('quartermaster', { createScriptURL: (text) => text });
  // Where there are trusted types, only an object of theirs is taken for the address of a script.
  return (policy ? policy.createScriptURL(url.href) : url.href) as string;
}

function loadScript(url: string, { parent, nonce, signal }: LoadOptions): Promise<void> {
  const script = parent.ownerDocument.createElement('script');
  return new Promise<void>((resolve, reject) => {
    const fail = () => {
      settle();
      script.remove();
      reject(new Error('The script of the human verification could not be loaded.'));
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
