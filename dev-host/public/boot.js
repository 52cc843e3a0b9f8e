// @ts-check
/**
 * A classic script, because an import map must exist before the first module: it fetches the console's address, writes
 * the map, lets import-map-overrides modify it, and starts the portal.
 */
(async () => {
  const main = document.currentScript?.dataset.main ?? '/main.js';
  try {
    const answer = await fetch('/config.json');
    if (!answer.ok) throw new Error(`/config.json responded with ${answer.status}`);
    /** @type {{ apiOrigin: string }} */
    const { apiOrigin } = await answer.json();
    const situation = new URLSearchParams(location.search);
    const plugin = `${apiOrigin}/plugin/${situation.get('react') === 'shared' ? 'shared/' : ''}`;
    /** @type {Record<string, string>} */
    const imports = {
      'single-spa': '/vendor/single-spa.js',
      react: '/vendor/react.js',
      'react-dom': '/vendor/react-dom.js',
      'react-dom/client': '/vendor/react-dom-client.js',
      'react/jsx-runtime': '/vendor/react-jsx-runtime.js',
      quartermaster: `${plugin}quartermaster.js`,
    };
    const chunk = situation.get('chunk');
    if (chunk) await breakChunk(plugin, chunk === 'missing');
    writeMap({ imports });
    await load(create('/vendor/import-map-overrides.js'));
    // Under this policy a script may not have an address, and no import map may be added.
    const script = create(main);
    script.type = 'module';
    if (situation.get('policy') === 'strict') obey(apiOrigin);
    await load(script);
  } catch (error) {
    const place = document.getElementById('failure') ?? document.body;
    place.hidden = false;
    place.textContent = `The portal could not start: ${error instanceof Error ? error.message : error}`;
  }
})();

/** Lets the page request another file in place of the console's chunk, which its entry loads: one that is missing, or another chunk. */
async function breakChunk(/** @type {string} */ plugin, /** @type {boolean} */ isMissing) {
  const answer = await fetch(`${plugin}embed-manifest.json`);
  const names = answer.ok ? Object.keys((await answer.json()).integrity) : [];
  const chunk = names.find((each) => each.startsWith('chunks/console-'));
  const other = isMissing ? 'chunks/missing.js' : names.find((each) => each.startsWith('chunks/hashes-'));
  if (!chunk || !other) throw new Error('only a built console has chunks that can be missing or tampered with');
  const src = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, 'src');
  Object.defineProperty(HTMLScriptElement.prototype, 'src', {
    ...src,
    set(url) {
      src?.set?.call(this, String(url) === plugin + chunk ? plugin + other : url);
    },
  });
}

/** Sets the policy that docs/embedding.md requires, and nothing else; the portal reads the nonce from the element. */
function obey(/** @type {string} */ apiOrigin) {
  const meta = document.createElement('meta');
  meta.nonce = crypto.randomUUID();
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = [
    "default-src 'none'",
    `script-src 'self' ${apiOrigin}`,
    `style-src 'self' ${apiOrigin} 'nonce-${meta.nonce}'`,
    `connect-src 'self' ${apiOrigin}`,
    `img-src 'self' ${apiOrigin} blob: data:`,
    "require-trusted-types-for 'script'",
    'trusted-types quartermaster',
  ].join('; ');
  document.head.append(meta);
}

function writeMap(/** @type {object} */ content) {
  const map = document.createElement('script');
  map.type = 'overridable-importmap';
  map.textContent = JSON.stringify(content);
  document.head.append(map);
}

function create(/** @type {string} */ src) {
  const script = document.createElement('script');
  script.src = src;
  return script;
}

function load(/** @type {HTMLScriptElement} */ script) {
  return new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${script.src} could not be loaded`));
    document.head.append(script);
  });
}
