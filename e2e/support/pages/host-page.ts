import type { Page } from '@playwright/test';
import { consoleUrl, devHostUrl as ownDevHostUrl } from '../test.ts';
import type { Evaluates } from './portal.ts';

interface HostPage {
  /** Styles of the host. */
  css?: string;
  /** Content security policy of the host; `nonce-n1` is the nonce of its own script and styles. */
  csp?: string;
  /** Props except the element, as source text. */
  props?: string;
  /** The product to mount, if not the worker’s. */
  at?: { url: string; devHostUrl: string };
}

/**
 * A bare host page on the dev host’s origin, without single-spa: it mounts the console under its own address and
 * records violations of the policy in `window.violations`.
 */
export function hostPage({ css = '', csp, props = '', at }: HostPage) {
  const { url, devHostUrl } = at ?? { url: consoleUrl, devHostUrl: ownDevHostUrl };
  const body = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Bare host</title>
    <style nonce="n1">body { margin: 0 } #slot { position: absolute; inset: 0; margin: 0 !important; padding: 0 !important }
      #slot::after { content: none !important } ${css}</style>
    <script nonce="n1">
      window.violations = [];
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
        window.violations.push([violatedDirective, blockedURI, sourceFile].join(' '));
      });
    </script>
  </head>
  <body>
    <div id="slot"></div>
    <script type="module" nonce="n1">
      const { mount } = await import('${url}/plugin/quartermaster.js');
      await mount({ domElement: document.getElementById('slot'), basename: '/bare', ${props} });
    </script>
  </body>
</html>`;
  const headers = { 'content-type': 'text/html', ...(csp ? { 'content-security-policy': csp } : {}) };
  return { address: `${devHostUrl}/bare`, module: `${url}/plugin/quartermaster.js`, body, headers };
}

/** Opens it. */
export async function openHostPage(page: Page, options: HostPage) {
  const { address, module, body, headers } = hostPage(options);
  // Chromium does not know the origin of a page that a test fulfils.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(`${address}**`, async (route) => {
    if (route.request().resourceType() === 'document') await route.fulfill({ body, headers });
    else await route.fallback();
  });
  return {
    open: (path: string) => page.goto(address + path),
    /** Unmounts the console. */
    unmount: () =>
      page.evaluate(async (url) => {
        const { unmount } = await import(url);
        await unmount({ domElement: document.getElementById('slot') });
      }, module),
    violations: () => page.evaluate(() => (window as unknown as { violations: string[] }).violations),
  };
}

/**
 * Host styles that an embedded console has to withstand: resets, rules for bare tags, for everything, with ids, for the root and
 * its variables, and against our own classes.
 */
export const hostileCss = `
  *, *::before, *::after { box-sizing: content-box; margin: 0; padding: 0; }
  a, button, input, select, textarea, label, ul, table, svg { all: unset; }
  html, body { letter-spacing: 5px !important; font-weight: 900 !important; word-break: break-all !important; }
  * { letter-spacing: 3px; border-radius: 20px; text-shadow: 1px 1px red; }
  html, body { font: italic 30px/3 fantasy; color: lime; text-align: right; word-spacing: 9px; cursor: crosshair; }
  div, span, section, header, main, nav { padding: 7px; margin: 5px; background: pink; float: left; }
  h1, h2, h3, p { color: red; font-size: 60px; text-transform: uppercase; }
  a { color: orange; text-decoration: line-through; }
  a::after, button::before, label::before { content: "!!"; }
  button { background: navy; border: 9px solid red; min-width: 300px; }
  input, select, textarea { border: 9px dotted green; height: 90px; }
  input::placeholder { color: red; font-size: 50px; }
  table, tr, td, th { display: block; border: 5px solid red; }
  ul, li { list-style: square inside; margin-left: 80px; }
  svg, img { display: block; margin: 20px; max-width: 5px; vertical-align: top; }
  .m_77c9d27d, .mantine-Button-root { background: hotpink; }
  svg, svg * { fill: red; stroke: lime; width: 9px; height: 90px; opacity: 0.5; transform: rotate(9deg); }
  div::after, span::before, td::after { content: "!!"; color: red; position: static; }
  #slot#slot div, html body #slot#slot a, #slot#slot button, #slot#slot [data-qm-root] * { color: red; padding: 9px; }
  :root {
    direction: rtl;
    --button-bg: red; --button-color: lime; --ai-size: 90px; --badge-bg: red; --input-bd: red; --text-fz: 40px;
    --mantine-scale: 2; --mantine-color-body: red; --group-gap: 50px; --stack-gap: 50px; --modal-size: 90px;
  }
  @keyframes qm-none { from { opacity: 0 } }
`;

/** Every computed style inside the console by the position of its element; the first two of many rows represent all. */
export async function consoleStyles(page: Evaluates): Promise<Record<string, string>> {
  // As one text, without the names of the properties: there are hundreds of thousands of values.
  const text = await page.evaluate(() => {
    const places: Record<string, string[]> = {};
    // Variables are compared through their effects, where a scaled length may differ by a millionth.
    const properties = [...getComputedStyle(document.documentElement)].filter((name) => !name.startsWith('--'));
    const keep = (place: string, style: CSSStyleDeclaration) => {
      places[place] = properties.map((property) =>
        style.getPropertyValue(property).replace(/-?\d+\.\d+/g, (number) => Number(number).toFixed(1)),
      );
    };
    const look = (element: Element, place: string) => {
      if (element.localName === 'style') return;
      keep(place, getComputedStyle(element));
      for (const pseudo of ['::before', '::after']) {
        const style = getComputedStyle(element, pseudo);
        if (style.content !== 'none' && style.content !== 'normal') keep(place + pseudo, style);
      }
      if (element.matches('input, textarea')) keep(`${place}::placeholder`, getComputedStyle(element, '::placeholder'));
      const children = [...element.children].slice(0, element.localName === 'tbody' ? 2 : undefined);
      for (const [index, child] of children.entries()) look(child, `${place} > ${child.localName}:${index}`);
    };
    for (const root of document.querySelectorAll('[data-qm-root]')) {
      look(root, root.matches('#slot > *') ? 'root' : 'overlay');
    }
    return JSON.stringify({ properties, places });
  });
  const { properties, places }: { properties: string[]; places: Record<string, string[]> } = JSON.parse(text);
  const found: Record<string, string> = {};
  for (const [place, values] of Object.entries(places)) {
    for (const [index, value] of values.entries()) found[`${place} ${properties[index]}`] = value;
  }
  return found;
}
