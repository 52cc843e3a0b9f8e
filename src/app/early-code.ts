import { itemPageOf } from './first-request.ts';

/**
 * Loads the code of an item's form, or of a list of items, in parallel with the console's. The build lists its files in `meta` elements of
 * the document; a development server has none.
 */
export function loadPageCode(): void {
  const page = itemPageOf(location.pathname);
  const files = page && document.querySelector<HTMLMetaElement>(`meta[name="item-${page}-code"]`)?.content;
  if (!files) return;
  const [entry = '', ...others] = files.split(' ');
  // Evaluated on arrival instead of when the route imports it; the route reports failures.
  import(/* @vite-ignore */ entry).catch(() => undefined);
  for (const href of others) {
    const link = document.createElement('link');
    const isStyle = href.endsWith('.css');
    Object.assign(link, {
      href,
      crossOrigin: '',
      rel: 'preload',
      as: isStyle ? 'style' : 'script',
    });
    document.head.append(link);
  }
}
