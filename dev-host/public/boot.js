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
    const sharesReact = new URLSearchParams(location.search).get('react') === 'shared';
    const imports = {
      'single-spa': '/vendor/single-spa.js',
      react: '/vendor/react.js',
      'react-dom': '/vendor/react-dom.js',
      'react-dom/client': '/vendor/react-dom-client.js',
      'react/jsx-runtime': '/vendor/react-jsx-runtime.js',
      quartermaster: `${apiOrigin}/plugin/${sharesReact ? 'shared/' : ''}quartermaster.js`,
    };
    const map = document.createElement('script');
    map.type = 'overridable-importmap';
    map.textContent = JSON.stringify({ imports });
    document.head.append(map);
    await load('/vendor/import-map-overrides.js', false);
    await load(main, true);
  } catch (error) {
    const place = document.getElementById('failure') ?? document.body;
    place.hidden = false;
    place.textContent = `The portal could not start: ${error instanceof Error ? error.message : error}`;
  }
})();

/**
 * @param {string} src
 * @param {boolean} isModule
 */
function load(src, isModule) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    if (isModule) script.type = 'module';
    script.src = src;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${src} could not be loaded`));
    document.head.append(script);
  });
}
