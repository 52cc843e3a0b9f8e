import type { ExtensionLook } from '@quartermaster/contract/extensions/extension-api.ts';

/** How the console looks, as an extension is told; read from a child that `element` has for a moment. */
export function lookOf(element: Element, colorScheme: ExtensionLook['colorScheme']): ExtensionLook {
  const probe = element.ownerDocument.createElement('div');
  Object.assign(probe.style, {
    borderRadius: 'var(--mantine-radius-default)',
    fontSize: 'var(--mantine-font-size-sm)',
  });
  element.append(probe);
  const style = getComputedStyle(probe);
  const variable = (name: string) => style.getPropertyValue(`--mantine-${name}`).trim();
  const look = {
    colorScheme,
    primaryColor: variable('primary-color-filled'),
    textColor: style.color,
    dimmedColor: variable('color-dimmed'),
    borderColor: variable('color-default-border'),
    inputColor: variable('color-default'),
    fontFamily: style.fontFamily,
    fontSize: Number.parseFloat(style.fontSize),
    radius: Number.parseFloat(style.borderRadius) || 0,
  };
  probe.remove();
  return look;
}
