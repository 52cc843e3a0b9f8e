import { addShadow, make } from './shadow.ts';

/** As wide as a rem, so that it is resized with the font size of the page's root; its own is the browser's. */
const probeCss = 'div { width: 1rem; height: 0; font-size: medium; }';

/**
 * Keeps our sizes and the places of menus right in a page that sets other ones. Call the returned function to stop.
 *
 * Mantine's sizes are in rem, which many hosts set to 10 pixels or similar, some while a console is mounted: they are scaled back
 * to the font size chosen in the browser. Menus are placed in pixels of the window: a CSS `zoom` of the page is undone on the
 * overlay, whose contents are instead made as large as the zoomed console.
 */
export function keepScale(root: HTMLElement, overlay: HTMLElement): () => void {
  const { host, shadow } = addShadow(overlay, probeCss);
  Object.assign(host.style, { position: 'absolute', width: '0', visibility: 'hidden' });
  const probe = make('div', {});
  shadow.append(probe);
  const sizeOf = (node: Element) => Number.parseFloat(getComputedStyle(node).fontSize);

  const apply = () => {
    const zoom = zoomOf(overlay.parentElement);
    overlay.style.zoom = zoom === 1 ? '' : String(1 / zoom);
    const scale = sizeOf(probe) / sizeOf(document.documentElement);
    if (!Number.isFinite(scale)) return;
    setScale(root, scale);
    setScale(overlay, scale * zoomOf(root));
  };
  apply();
  // Without it, this frame shows the panel that says so.
  if (!globalThis.ResizeObserver) return () => undefined;
  const observer = new ResizeObserver(apply);
  observer.observe(probe);
  // A zoom that is set later changes how many of its own pixels the slot has room for.
  observer.observe(root);
  return () => observer.disconnect();
}

function setScale({ style }: HTMLElement, scale: number) {
  if (scale === 1) style.removeProperty('--mantine-scale');
  else style.setProperty('--mantine-scale', String(scale));
}

/** Safari does not tell: no zoom. */
function zoomOf(element: Element | null): number {
  return Math.fround(element?.currentCSSZoom ?? 1) || 1;
}
