import { isItemForm } from './first-requests.ts';

/**
 * Loads the code of an item's form in parallel with the console's, if the address is one. The build lists its files in a `meta`
 * of the document; a development server has none.
 */
export function loadFormCode(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name="item-form-code"]')?.content;
  if (!files || !isItemForm(location.pathname)) return;
  for (const href of files.split(' ')) {
    const link = document.createElement('link');
    const isStyle = href.endsWith('.css');
    Object.assign(link, {
      href,
      crossOrigin: '',
      rel: isStyle ? 'preload' : 'modulepreload',
      ...(isStyle && { as: 'style' }),
    });
    document.head.append(link);
  }
}
