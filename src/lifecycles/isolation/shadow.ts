import type { ColorScheme } from '../../app/context/host-api.ts';

/**
 * Adds an element with a shadow root, in which the host's styles do not apply, and whose own styles are a constructed
 * stylesheet, which every content security policy allows.
 */
export function addShadow(parent: HTMLElement, css: string, colorScheme: ColorScheme = 'system') {
  const host = document.createElement('div');
  host.style.colorScheme = colorScheme === 'system' ? 'light dark' : colorScheme;
  const shadow = host.attachShadow({ mode: 'open' });
  if ('adoptedStyleSheets' in shadow) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [sheet];
  }
  parent.append(host);
  return { host, shadow };
}

/** An element with attributes and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
