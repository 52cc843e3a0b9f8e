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
    if (chunk) {
      const address = await chunkOf(plugin);
      // A unique address, as the browser remembers per address that its content was rejected.
      const broken = chunk === 'missing' ? `${plugin}chunks/missing.js` : `${address}?tampered`;
      imports[address] = broken;
      // The hash of an empty file, as if the module had been changed. import-map-overrides would drop it.
      const hash = 'sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb';
      writeMap('importmap', { imports, integrity: { [broken]: hash } });
    } else {
      writeMap('overridable-importmap', { imports });
      await load(create('/vendor/import-map-overrides.js'));
    }
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

/** The address of the console's chunk, which its entry loads. */
async function chunkOf(/** @type {string} */ plugin) {
  const answer = await fetch(`${plugin}embed-manifest.json`);
  const names = answer.ok ? Object.keys((await answer.json()).integrity) : [];
  const name = names.find((each) => each.startsWith('chunks/console-'));
  if (!name) throw new Error('only a built console has chunks that can be missing or tampered with');
  return plugin + name;
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
    "trusted-types 'none'",
  ].join('; ');
  document.head.append(meta);
}

function writeMap(/** @type {string} */ type, /** @type {object} */ content) {
  const map = document.createElement('script');
  map.type = type;
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
