import { addShadow, make } from './shadow.ts';

/** As wide as a rem, so that it resizes with the root's font size; its own font size is the browser's. */
const probeCss = 'div { width: 1rem; height: 0; font-size: medium; }';

/**
 * Keeps the console's sizes and the positions of menus right in a page with another font size or zoom. Call `apply` when the overlay was
 * moved, and `stop` to end it.
 *
 * Mantine's sizes are in rem, which many hosts set to 10 pixels or similar, some while a console is mounted: they are scaled back
 * to the font size chosen in the browser. Menus are placed in pixels of the window: a CSS `zoom` of the page is undone on the
 * overlay, whose contents are instead made as large as the zoomed console.
 */
export function keepScale(root: HTMLElement, overlay: HTMLElement) {
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
  // Without this feature, this frame shows the panel that reports it.
  if (!globalThis.ResizeObserver) return { apply, stop: () => host.remove() };
  const observer = new ResizeObserver(apply);
  observer.observe(probe);
  // A zoom that is set later changes how many of the frame's own pixels fit into the host's element.
  observer.observe(root);
  return {
    apply,
    stop: () => {
      observer.disconnect();
      host.remove();
    },
  };
}

function setScale({ style }: HTMLElement, scale: number) {
  if (scale === 1) style.removeProperty('--mantine-scale');
  else style.setProperty('--mantine-scale', String(scale));
}

/** Safari does not expose it: assume no zoom. */
function zoomOf(element: Element | null): number {
  return Math.fround(element?.currentCSSZoom ?? 1) || 1;
}
