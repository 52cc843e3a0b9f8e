import type { Planted } from './portals.ts';

/** The page of a portal: a menu, a slot, single-spa and its fault. */
export function pageOf(name: string, planted: Planted): string {
  const {
    importMap = true,
    module,
    style = '',
    body = '',
    slot = '',
    extra = '',
    props = '',
    before = '',
    after = '',
  } = planted;
  const imports = { 'single-spa': '/single-spa.js', ...(importMap ? { quartermaster: module } : {}) };
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Portal</title>
    <script type="importmap" nonce="n1">${JSON.stringify({ imports })}</script>
    <style nonce="n1">main { height: 600px } ${style}</style>
  </head>
  <body ${body}>
    <nav><a id="home" href="/${name}/">Home</a> <a id="content" href="/${name}/content">Content</a></nav>
    <main id="slot" ${slot}></main>
    ${extra}
    <script type="module" nonce="n1">
      import { navigateToUrl, registerApplication, start } from 'single-spa';
      const slot = document.getElementById('slot');
      ${before}
      registerApplication({
        name: 'quartermaster',
        app: () => import('quartermaster'),
        activeWhen: '/${name}/${planted.activeAt ?? 'content'}',
        customProps: {
          domElementGetter: () => slot,
          basename: '/${name}/content',
          apiBase: location.origin,
          nonce: 'n1',
          ${props}
        },
      });
      if (${!planted.hasPlainLinks})
        for (const link of document.querySelectorAll('nav a'))
          link.addEventListener('click', (event) => navigateToUrl(event));
      start();
      ${after}
    </script>
  </body>
</html>`;
}
