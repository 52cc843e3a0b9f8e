/** What a content security policy has blocked. */
export interface Blocked {
  /** Such as `script-src-elem`. */
  directive: string;
  /** Undefined for what is in the page itself, or was added to it as text. */
  url: string | undefined;
  /** The script that added it, if any. */
  source: string | undefined;
}

/** `style-src` for `style-src-elem`. */
const familyOf = (directive: string) => directive.replace(/-(elem|attr)$/, '');

/** What a policy lists for a directive. */
function sourcesOf(policy: string, directive: string): readonly string[] {
  const lists = policy.split(/[;,]/).map((part) => part.trim().split(/\s+/));
  const found = [directive, familyOf(directive), 'default-src'].map((name) =>
    lists.find(([directive = '']) => directive.toLowerCase() === name),
  );
  return found.find((list) => list !== undefined)?.slice(1) ?? [];
}

/** True for an element with text, a script or a style, that the console's own code has added. */
export const isTextOf = ({ url, source }: Blocked, isOfConsole: (url: string) => boolean): boolean =>
  url === undefined && source !== undefined && isOfConsole(source);

/** What is blocked, and how to allow it, as a sentence. */
export function policySentence(blocked: Blocked, policy: string): string {
  const { directive, url } = blocked;
  const family = familyOf(directive);
  const sources = sourcesOf(policy, directive);
  const hasNonce = sources.some((source) => /^'nonce-/i.test(source));
  const begin = `The page’s content security policy blocks`;
  if (url === undefined) {
    if (family === 'script-src')
      return `${begin} a script in the page’s text, which can be its import map: give the element the nonce of its script-src.`;
    if (directive === 'style-src-attr') return `${begin} a style attribute.`;
    const nonce = hasNonce ? 'the nonce of its style-src' : 'a nonce, which its style-src also has to list,';
    return `${begin} style elements of the console: pass ${nonce} as the prop "nonce".`;
  }
  const origin = originOf(url);
  if (family === 'script-src' && sources.includes("'strict-dynamic'"))
    return `${begin} ${url}: with 'strict-dynamic' its script-src ignores addresses. Load the module by import() from a script with the policy’s nonce, or give its own element that nonce.`;
  const what = directive === 'connect-src' ? `calls of ${origin}` : url;
  const or = family === 'style-src' && hasNonce ? ', or pass its nonce as the prop "nonce"' : '';
  const missing = family === 'script-src' ? scriptsOf(url) : origin;
  return `${begin} ${what}: add ${missing} to its ${family}${or}.`;
}

/** What a policy has to allow for a script of the console: its folder, as the server also has the scripts of extensions. */
const scriptsOf = (url: string): string => /^https?:\/\/[^/]+\/plugin\//.exec(url)?.[0] ?? originOf(url);

/** The origin of an address; other texts, such as `eval`, as they are. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);
