import { extensionsFolder } from '@quartermaster/contract/endpoints/extensions.ts';
import type { Deps } from '../../core/app/deps.ts';
import { apiPrefix } from '../../core/app/route.ts';

/** Makes the content security policy of the page of the console, by its nonce and the host at which it was requested. */
export function createPagePolicy({ config, payments }: Pick<Deps, 'config' | 'payments'>) {
  const { publicUrl } = config;
  const foreign = (address: string | undefined) => foreignOriginOf(address, publicUrl);
  const { script_url: checkoutScript } = payments.checkout;
  const verificationScript = config.turnstile?.scriptUrl;
  const [verification, checkout] = [foreign(verificationScript), foreign(checkoutScript)];
  const ownPaths = ['/assets/', ...[verificationScript, checkoutScript].flatMap((url) => ownPathOf(url, publicUrl))];
  const extensions = `${config.extensionsUrl ?? publicUrl}${apiPrefix}${extensionsFolder}`;

  return (nonce: string, host: string): string =>
    [
      "default-src 'none'",
      `script-src ${listed(...ownScripts([new URL(publicUrl).host, host], ownPaths), verification, checkout)}`,
      `style-src ${listed("'self'", `'nonce-${nonce}'`, checkout)}`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src ${listed("'self'", foreign(config.sentryDsn))}`,
      "manifest-src 'self'",
      `frame-src ${listed(verification, ...payments.checkoutFrames, extensions)}`,
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      // A third-party script may load more scripts by plain URLs.
      ...(verification || checkout ? [] : ["require-trusted-types-for 'script'"]),
    ].join('; ');
}

/**
 * The scripts of this server that the page runs. `'self'` would include those of extensions, which any workspace can publish. The page can be
 * opened at another host than that of `PUBLIC_URL`, such as `127.0.0.1`.
 */
function ownScripts(hosts: readonly string[], paths: readonly string[]): string[] {
  const known = [...new Set(hosts)].filter((host) => host !== '');
  // A policy cannot name an IPv6 address.
  if (!known.every((host) => /^[\w.-]+(?::\d+)?$/.test(host))) return ["'self'"];
  return known.flatMap((host) => paths.map((path) => host + path));
}

/** The origin of a URL, unless it is this server. */
function foreignOriginOf(address: string | undefined, publicUrl: string): string | undefined {
  const origin = address && new URL(address).origin;
  return origin === new URL(publicUrl).origin ? undefined : origin;
}

/** The path of a URL of this server. */
const ownPathOf = (address: string | undefined, publicUrl: string): string[] =>
  address !== undefined && foreignOriginOf(address, publicUrl) === undefined ? [new URL(address).pathname] : [];

const listed = (...sources: (string | undefined)[]) => sources.filter((source) => source !== undefined).join(' ');
