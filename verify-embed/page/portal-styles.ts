/**
 * Run in the page: compares the console's styles with and without the portal's style sheets, in one task, so that nothing
 * else can change them. Returns what differs, as sentences.
 */
export function compareWithoutPortal(folders: readonly string[]): string[] {
  const mostElements = 400;
  const most = 3;
  /** They depend on the space that the portal provides. */
  const layout =
    /^(block-size|height|inline-size|width|perspective-origin|transform-origin|inset.*|top|right|bottom|left|grid-template-.*|margin.*|scrollbar.*|color-scheme|--.*)$/;
  const root = document.querySelector('[data-qm-root]:not([data-qm-overlay])');
  if (!root) return [];
  const isOwn = (sheet: CSSStyleSheet) => {
    const node = sheet.ownerNode instanceof Element ? sheet.ownerNode : null;
    return (
      !!node?.closest('[data-qm-root], [data-qm-style]') || folders.some((folder) => sheet.href?.startsWith(folder))
    );
  };
  const elements = [...root.querySelectorAll('*')]
    .filter((element) => element.localName !== 'style')
    .slice(0, mostElements);
  const look = () =>
    elements.map((element) => {
      const style = getComputedStyle(element);
      return new Map(
        [...style].filter((name) => !layout.test(name)).map((name) => [name, style.getPropertyValue(name)]),
      );
    });

  const pathOf = (element: Element): string => {
    const { parentElement: parent } = element;
    return parent ? `${pathOf(parent)} > :nth-child(${[...parent.children].indexOf(element) + 1})` : 'html';
  };
  // A zoom of the elements around changes how the widths of lines are rounded, which is not the portal's style of the console.
  const surroundings: string[] = [];
  for (let element: Element | null = root; element; element = element.parentElement)
    surroundings.push(`${pathOf(element)} { zoom: ${getComputedStyle(element).zoom || 1} !important; }`);
  // Lengths of the console can be shares of its width, which depends on the space that the portal provides.
  surroundings.push(`${pathOf(root)} { width: ${getComputedStyle(root).width} !important; }`);
  // The console's sizes depend on the font size of the page's root, which it has measured.
  const still = new CSSStyleSheet();
  still.replaceSync(
    `*, ::before, ::after { transition: none !important; animation: none !important; } html { font-size: ${getComputedStyle(document.documentElement).fontSize} !important; } ${surroundings.join(' ')}`,
  );
  const adopted = [...document.adoptedStyleSheets];
  const sheets = [...document.styleSheets].filter((sheet) => !sheet.disabled && !isOwn(sheet));
  try {
    document.adoptedStyleSheets = [...adopted, still];
    const withSheets = look();
    for (const sheet of sheets) sheet.disabled = true;
    document.adoptedStyleSheets = [still];
    const without = look();
    const found = new Map<string, Set<string>>();
    for (const [index, element] of elements.entries()) {
      for (const [name, value] of withSheets[index] ?? []) {
        const other = without[index]?.get(name);
        if (value === other) continue;
        const what = `${name} is ${value} instead of ${other}`;
        found.set(what, (found.get(what) ?? new Set()).add(`<${element.localName}>`));
      }
    }
    return [...found].slice(0, most).map(([what, names]) => `${what} on ${[...names].slice(0, most).join(', ')}`);
  } finally {
    for (const sheet of sheets) sheet.disabled = false;
    document.adoptedStyleSheets = adopted;
  }
}

/** Run in the page: whether the console's stylesheet is loaded. */
export const hasStylesheet = () => document.querySelector('[data-qm-style]') !== null;
