interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => unknown;
  };
}

/** Where and how a script of somebody else is loaded. */
export interface ScriptOptions {
  /** The parent of the script element. */
  parent: HTMLElement;
  nonce: string | undefined;
  signal: AbortSignal;
  /** Names the script in errors, e.g. `human verification`. */
  what: string;
}

/** Timeout for loading the script, in milliseconds. */
const timeout = 20_000;

/** Trusted Types policies are identified by name, and a page may forbid creating two with the same name. */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** Loads a script of somebody else, and answers its element once the script has run. */
export function loadScript(url: URL, { parent, nonce, signal, what }: ScriptOptions): Promise<HTMLScriptElement> {
  if (!/^https?:$/.test(url.protocol)) throw new Error(`The URL of the ${what} script is not http or https.`);
  const script = parent.ownerDocument.createElement('script');
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
    const timer = setTimeout(fail, timeout);
    signal.addEventListener('abort', fail);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      settle();
      resolve(script);
    });
    script.async = true;
    if (nonce !== undefined) script.nonce = nonce;
    script.src = trusted(url.href);
    parent.append(script);
  });
}

/** With Trusted Types, a script URL must be a trusted object. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as typeof globalThis & { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('quartermaster', { createScriptURL: (text) => text });
  return (policy ? policy.createScriptURL(url) : url) as string;
}
