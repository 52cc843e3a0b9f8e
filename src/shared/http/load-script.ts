interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => unknown;
  };
}

/** Where and how a third-party script is loaded. */
export interface ScriptOptions {
  /** The parent of the script element. */
  parent: HTMLElement;
  nonce: string | undefined;
  signal: AbortSignal;
  /** Names the script in errors, e.g. `human verification`. */
  what: string;
}

/** Timeout for loading a third-party script, in milliseconds. */
export const scriptTimeout = 20_000;

/** Trusted Types policies are identified by name, and a page may forbid creating two with the same name. */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** Loads a third-party script; resolves once the script has run. */
export function loadScript(url: URL, options: ScriptOptions): Promise<void> {
  const { parent, signal, what } = options;
  const script = createScript(url, options);
  return new Promise((resolve, reject) => {
    const fail = () => {
      settle();
      script.remove();
      reject(new Error(`The ${what} script could not be loaded.`));
    };
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', fail);
    };
    const timer = setTimeout(fail, scriptTimeout);
    signal.addEventListener('abort', fail);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      settle();
      resolve();
    });
    parent.append(script);
  });
}

/** The element of a third-party script, which loads once it is added to the page; throws unless the URL is http or https. */
export function createScript(
  url: URL,
  { parent, nonce, what }: Pick<ScriptOptions, 'parent' | 'nonce' | 'what'>,
): HTMLScriptElement {
  if (!/^https?:$/.test(url.protocol)) throw new Error(`The URL of the ${what} script is not http or https.`);
  const script = parent.ownerDocument.createElement('script');
  script.async = true;
  if (nonce !== undefined) script.nonce = nonce;
  script.src = trustedScriptUrl(url.href);
  return script;
}

/** The URL of a script as the page demands it: with Trusted Types, it must be a trusted object. */
export function trustedScriptUrl(url: string): string {
  const { trustedTypes } = globalThis as typeof globalThis & { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('quartermaster', { createScriptURL: (text) => text });
  return (policy ? policy.createScriptURL(url) : url) as string;
}
