import { isItemForm } from './first-requests.ts';

/**
 * Loads the item form's code in parallel with the console's if the address is an item's. The build lists its files in a `meta` element of
 * the document; a development server has none.
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
