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

/** The URL of a script as the page demands it: with Trusted Types, a trusted object of the policy by which the chunks are loaded. */
export function trustedScriptUrl(url: string): string {
  const meta = import.meta as ImportMeta & { trustedScriptUrl?: (text: string) => string };
  return meta.trustedScriptUrl?.(url) ?? url;
}
