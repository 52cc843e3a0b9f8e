import { addShadow, make } from './shadow.ts';

/** As wide as a rem, so that it is resized with the font size of the page's root; its own is the browser's. */
const probeCss = 'div { width: 1rem; height: 0; font-size: medium; }';

/**
 * Scales our sizes back to the font size chosen in the browser: Mantine's are in rem, which many hosts set to 10 pixels or
 * similar, some while a console is mounted. Call the returned function to stop.
 */
export function keepScale(nodes: HTMLElement[], place: HTMLElement): () => void {
  const { host, shadow } = addShadow(place, probeCss);
  Object.assign(host.style, { position: 'absolute', width: '0', visibility: 'hidden' });
  const probe = make('div', {});
  shadow.append(probe);
  const sizeOf = (node: Element) => Number.parseFloat(getComputedStyle(node).fontSize);

  const apply = () => {
    const scale = sizeOf(probe) / sizeOf(document.documentElement);
    if (!Number.isFinite(scale)) return;
    for (const { style } of nodes) {
      if (scale === 1) style.removeProperty('--mantine-scale');
      else style.setProperty('--mantine-scale', String(scale));
    }
  };
  apply();
  // Without it, this frame shows the panel that says so.
  if (!globalThis.ResizeObserver) return () => undefined;
  const observer = new ResizeObserver(apply);
  observer.observe(probe);
  return () => observer.disconnect();
}
