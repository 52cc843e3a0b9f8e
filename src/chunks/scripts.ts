interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => unknown };
}

/** The script or the styles of a chunk could not be loaded. */
export class ScriptError extends Error {
  constructor(url: string) {
    super(`Failed to load ${url}`);
    this.name = 'ScriptError';
  }
}

/** Trusted Types policies are identified by name, and a page may forbid creating two with the same name. */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The address of a script as the page demands it: with Trusted Types, it must be a trusted object. Throws if the page forbids the policy. */
export function trustedScriptUrl(url: string): string {
  const { trustedTypes } = globalThis as typeof globalThis & { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('quartermaster', { createScriptURL: (text) => text });
  return (policy ? policy.createScriptURL(url) : url) as string;
}

/** Runs a script; resolves when it has run. It is in the document only until it is requested, so that an unmount leaves nothing. */
export async function addScript(
  document: Document,
  url: string,
  { integrity, nonce }: { integrity?: string | undefined; nonce?: string | undefined } = {},
): Promise<void> {
  const script = document.createElement('script');
  script.crossOrigin = 'anonymous';
  // Unlike modules, scripts without it are read in the encoding of the page.
  script.setAttribute('charset', 'utf-8');
  if (integrity !== undefined) script.integrity = integrity;
  if (nonce !== undefined) script.nonce = nonce;
  script.src = trustedScriptUrl(url);
  const loaded = whenLoaded(script);
  document.head.append(script);
  script.remove();
  await loaded;
}

/** Resolves when a script has run or styles apply; rejects with a {@link ScriptError} if they fail. Only applied styles stay in the document. */
export const whenLoaded = (element: HTMLScriptElement | HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    element.addEventListener('load', () => {
      if (element instanceof HTMLScriptElement) element.remove();
      resolve();
    });
    element.addEventListener('error', () => {
      element.remove();
      reject(new ScriptError('src' in element ? element.src : element.href));
    });
  });
