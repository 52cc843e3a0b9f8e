import packageJson from '../../../../package.json' with { type: 'json' };

const { version: release } = packageJson;

/** The origins of the portals, the fixture plugin and the product. */
export interface Addresses {
  host: string;
  plugin: string;
  /** The API on an origin of its own, which allows calls of the portals. */
  api: string;
  product: string;
}

/** A portal with one fault. */
export interface Planted {
  /** The expected message of `verify-embed`. */
  sentence: string;
  /** The address of the console's module. */
  module: string;
  /** The check that reports it; by default the first look at the page. */
  check?: string;
  /** True if nothing else is reported. */
  isAlone?: boolean;
  /** Checks that have to pass: the fault is the portal's, and not the console's. */
  passes?: string[];
  /** Arguments of the command in addition to the address. */
  args?: string[];
  /** True if the user has to sign in: no other portal gets this advice. */
  asksForSignIn?: boolean;
  importMap?: boolean;
  policy?: string;
  /** The path at which the portal opens the console. */
  activeAt?: string;
  /** The redirect target of the portal's server. */
  redirectsTo?: string;
  hasPlainLinks?: boolean;
  style?: string;
  /** Attributes. */
  body?: string;
  slot?: string;
  /** Elements of the portal. */
  extra?: string;
  /** Props, as source text. */
  props?: string;
  /** Code of the portal before and after it starts single-spa. */
  before?: string;
  after?: string;
  /** The source of a script of its own, `file.js`. */
  file?: string;
}

/** A portal's token that no server accepts. */
function token(expiresIn: number): string {
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + expiresIn;
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: '1', exp })}.c2lnbmF0dXJl`;
}

/** Waits until the portal's service worker controls the page. */
const claimPage = `
  await navigator.serviceWorker.register('file.js');
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    const claimed = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    active.postMessage('claim');
    await claimed;
  }`;

/** A service worker that answers calls with what they were answered first. */
const cachingWorker = `
        self.addEventListener('install', () => self.skipWaiting());
        self.addEventListener('message', (event) => event.waitUntil(self.clients.claim()));
        self.addEventListener('fetch', (event) => {
          if (event.request.method !== 'GET' || !event.request.url.includes('/v1/')) return;
          const answer = async () => {
            const cache = await caches.open('calls');
            const known = await cache.match(event.request);
            if (known) return known;
            const fresh = await fetch(event.request);
            await cache.put(event.request, fresh.clone());
            return fresh;
          };
          event.respondWith(answer());
        });`;

/** The portals by their names. */
export function portals({ host, plugin, api, product }: Addresses): Record<string, Planted> {
  const real = `${product}/plugin/quartermaster.js`;
  const small = `${plugin}/open/quartermaster.js`;
  return {
    // Sign-in
    'sign-in-lost': {
      sentence: `It redirected to ${host}/sign-in-lost/sign-in. If the portal asks for a sign-in, pass a signed-in session with --storage-state FILE; --help says how to save one.`,
      module: small,
      redirectsTo: '/sign-in-lost/sign-in',
      asksForSignIn: true,
      args: ['--timeout', '1'],
    },
    'signed-out': {
      sentence: 'The console shows its sign-in page: "Sign in".',
      module: real,
      asksForSignIn: true,
    },
    'token-refused': {
      sentence: 'The server rejects the portal’s token with 401.',
      module: real,
      props: `getAccessToken: () => '${token(3600)}',`,
    },
    'token-expired': {
      sentence: 'The portal’s token had expired before it was sent: getAccessToken must return a valid one.',
      module: real,
      props: `getAccessToken: () => '${token(-60)}',`,
    },
    'token-never': {
      sentence: 'The console has not called its server yet: the portal’s getAccessToken has not returned a token.',
      module: real,
      props: 'getAccessToken: () => new Promise(() => {}),',
      args: ['--timeout', '8'],
    },
    'headers-dropped': {
      sentence:
        'The console’s calls are sent without their Authorization header: a fetch wrapper or service worker of the portal drops it.',
      module: real,
      props: `getAccessToken: () => '${token(3600)}', fetch: (address, { headers: _, ...rest } = {}) => fetch(address, rest),`,
    },
    // How the module is loaded
    'empty-slot': {
      sentence: 'The portal has not loaded the console: it requested no file named quartermaster.js.',
      module: small,
      activeAt: 'elsewhere',
      args: ['--timeout', '1'],
    },
    'entry-missing': {
      sentence: `The module ${plugin}/missing/quartermaster.js returns 404.`,
      module: `${plugin}/missing/quartermaster.js`,
    },
    'entry-is-a-page': {
      sentence: `The module ${plugin}/page/quartermaster.js has the type text/html instead of JavaScript.`,
      module: `${plugin}/page/quartermaster.js`,
    },
    'no-import-map': {
      sentence:
        'The page cannot resolve the module "quartermaster": its import map is missing, comes too late or does not list it.',
      module: small,
      importMap: false,
    },
    'no-cors': {
      sentence: `The module ${plugin}/closed/quartermaster.js is blocked by CORS: its server sends no Access-Control-Allow-Origin header.`,
      module: `${plugin}/closed/quartermaster.js`,
    },
    'service-worker': {
      sentence: `The portal’s service worker answers ${small} with text/html: it must not answer for the console’s files.`,
      module: small,
      file: `
        self.addEventListener('install', () => self.skipWaiting());
        // On request, because the page that is open may be younger than the activation.
        self.addEventListener('message', (event) => event.waitUntil(self.clients.claim()));
        self.addEventListener('fetch', (event) => {
          if (!event.request.url.endsWith('quartermaster.js')) return;
          event.respondWith(new Response('<h1>Portal</h1>', { headers: { 'content-type': 'text/html' } }));
        });`,
      before: claimPage,
    },
    // The policy
    'policy-script': {
      sentence: `The page’s content security policy blocks ${small}: add ${plugin} to its script-src.`,
      module: small,
      policy: `script-src 'self' 'unsafe-inline'`,
    },
    'policy-style': {
      sentence: `The page’s content security policy blocks ${plugin}/open/assets/quartermaster.css: add ${plugin} to its style-src, or pass its nonce as the prop "nonce".`,
      module: small,
      policy: `style-src 'self' 'nonce-n1'`,
    },
    'policy-nonce': {
      sentence:
        'The page’s content security policy blocks a script in the page’s text, which can be its import map: give the element the nonce of its script-src.',
      module: small,
      policy: `script-src 'nonce-n2' 'strict-dynamic'; style-src 'nonce-n1'`,
    },
    // The mount
    'contract-too-new': {
      sentence: `${host}/contract-too-new/content does not show the console: there is a panel in its place: "The console cannot be shown here: This page was written for version 99 of the host contract (the prop "contractVersion"), and release ${release} of Quartermaster supports version 1. Load a newer release of Quartermaster, or write the page for a version that this one supports. The changes of each version are listed in the document on embedding (docs/embedding.md).".`,
      module: real,
      props: 'contractVersion: 99,',
    },
    // The page around
    'small-slot': {
      sentence: 'Only 1264 × 40 px of the console can be seen: <main id="slot"> leaves it no more.',
      module: real,
      style: '#slot { height: 40px }',
    },
    covered: {
      sentence: '<div id="consent"> of the portal covers the console.',
      module: small,
      extra: '<div id="consent" style="position: fixed; inset: 0; z-index: 9">We use cookies</div>',
    },
    scaled: {
      sentence:
        'The portal scales or rotates the console, which misplaces dragged elements: <body> has transform: matrix(0.9, 0, 0, 0.9, 0, 0).',
      module: small,
      check: 'portal',
      style: 'body { transform: scale(0.9) }',
    },
    zoomed: {
      sentence: 'The portal scales or rotates the console, which misplaces dragged elements: <html> has zoom: 1.25.',
      isAlone: true,
      module: real,
      check: 'portal',
      style: 'html { zoom: 1.25 }',
    },
    'stylesheet-removed': {
      sentence: 'The portal has removed the console’s stylesheet from the page.',
      module: real,
      check: 'portal',
      // Only once it is loaded: the console would wait for a stylesheet that was removed before, and never be shown.
      before:
        'new MutationObserver(() => { const link = document.querySelector("link[data-qm-style]"); if (link?.sheet) link.remove(); }).observe(slot, { childList: true, subtree: true });',
    },
    'important-styles': {
      sentence: 'The portal’s styles change the console: opacity is 0.9 instead of 1 on <header>.',
      module: real,
      check: 'portal',
      style: 'header { opacity: 0.9 !important }',
    },
    'hot-keys': {
      sentence: 'The portal swallows keys that are typed into the console: s /',
      module: small,
      check: 'portal',
      passes: ['host-styles'],
      style: 'nav a { transition: all 20s } html:hover nav a { letter-spacing: 5px }',
      before: `addEventListener('keydown', (event) => ['/', 's'].includes(event.key) && event.preventDefault(), true);`,
    },
    'throwing-callback': {
      sentence: 'The portal’s onEvent throws when the console calls it: The portal has no log',
      module: real,
      check: 'portal',
      passes: ['errors'],
      props: `onEvent() { throw new Error('The portal has no log'); },`,
    },
    'worker-with-cache': {
      sentence:
        'The portal’s service worker answers the console’s calls from its cache, such as /v1/workspaces: after a save, old values would be shown. It must pass on all calls to the console’s server.',
      module: real,
      check: 'portal',
      file: cachingWorker,
      before: claimPage,
    },
    'worker-with-cache-of-other-origin': {
      sentence:
        'The portal’s service worker answers the console’s calls from its cache, such as /v1/workspaces: after a save, old values would be shown. It must pass on all calls to the console’s server.',
      module: real,
      check: 'portal',
      file: cachingWorker,
      props: `apiBase: '${api}',`,
      before: claimPage,
    },
    // Correct: its worker passes on each call.
    'worker-that-passes-on': {
      sentence: '',
      module: real,
      file: cachingWorker.replace('if (known)', 'if (false)'),
      props: `apiBase: '${api}',`,
      before: claimPage,
    },
    'page-without-scripts': {
      sentence: `${host}/page-without-scripts/content cannot be examined: page.evaluate: Error: The portal forbids it. An error on the page: The portal is broken`,
      module: small,
      before: `
        document.querySelector = () => { throw new Error('The portal forbids it'); };
        setTimeout(() => { throw new Error('The portal is broken'); });`,
    },
    'lists-with-to-json': {
      sentence:
        'The portal has added Array.prototype.toJSON, which changes what the console sends: its calls are refused. Old versions of Prototype and MooTools do so.',
      module: real,
      check: 'portal',
      before: 'Array.prototype.toJSON = function () { return this.join(); };',
    },
    'methods-replaced': {
      sentence: 'A script of the page has replaced Node.prototype.appendChild, which the console calls.',
      module: real,
      before:
        'const add = Node.prototype.appendChild; Node.prototype.appendChild = function (node) { return slot.contains(this) ? node : add.call(this, node); };',
      args: ['--timeout', '8'],
    },
    'wrong-basename': {
      sentence: `${host}/wrong-basename/content does not show the console: there is a panel in its place: "The console cannot be shown here: The address of this page, /wrong-basename/content, is not below the prop "basename", which is /elsewhere. Pass the path at which the console is shown.".`,
      module: real,
      props: `basename: '/elsewhere',`,
    },
    'reloads-on-links': {
      sentence: `The page reloads on links: entering or leaving the console loaded ${host}/reloads-on-links/ as a new document. The portal’s links must navigate without a page load, as with history.pushState or single-spa’s navigateToUrl.`,
      module: small,
      check: 'nodes',
      hasPlainLinks: true,
      args: ['--leave', '#home', '--enter', '#content'],
    },
    'patched-history': {
      sentence: `history.pushState has been replaced by ${host}/patched-history/file.js:1.`,
      module: small,
      check: 'history',
      after: `await import('./file.js');`,
      file: 'history.pushState = (...entry) => history.replaceState(...entry);',
    },
  };
}
