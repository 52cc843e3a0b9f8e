/** Differences of computed styles, as sentences, and how many values were compared. */
export interface Comparison {
  values: number;
  differences: string[];
}

/**
 * Run in the page: compares the host's styles with and without the console's style sheets, in one task, so that nothing else can change
 * them. Elements of the usual kinds are added temporarily, as a page may not have all of them.
 */
export function compareWithoutSheets(folders: readonly string[]): Comparison {
  const mostElements = 600;
  const mostDifferences = 20;
  /** They depend on the layout, which the console's own size affects. */
  const layout =
    /^(block-size|height|inline-size|width|perspective-origin|transform-origin|inset.*|top|right|bottom|left|grid-template-.*|margin.*)$/;
  const sizes = /^(block-size|height|inline-size|width|perspective-origin|transform-origin)$/;

  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  const samples = document.createElement('div');
  Object.assign(samples.style, { position: 'fixed', left: '0', top: '0', width: '600px', visibility: 'hidden' });
  const tags = 'h1 h2 h3 p a button input textarea select label ul li table td code article section nav form hr svg';
  for (const tag of tags.split(' ')) samples.append(document.createElement(tag));
  const ownMantine = document.createElement('button');
  ownMantine.className = 'm_77c9d27d mantine-Button-root mantine-focus-auto mantine-active';
  samples.append(ownMantine);
  document.body.append(samples);

  const isOwn = (sheet: CSSStyleSheet) => {
    const node = sheet.ownerNode instanceof Element ? sheet.ownerNode : null;
    const isInside = node?.closest('[data-qm-root], [data-qm-style]') !== null && node !== null;
    return isInside || folders.some((folder) => sheet.href?.startsWith(folder));
  };
  const sheets = [...document.styleSheets].filter(isOwn);
  const host = [...document.querySelectorAll('*')].filter(
    (element) => !element.closest('[data-qm-root], head, script, style') || element.localName === 'head',
  );
  const elements = [...host.slice(0, mostElements), samples, ...samples.children];

  const look = () => {
    const found = new Map<string, string>();
    for (const [index, element] of elements.entries()) {
      const isSample = samples.contains(element);
      for (const pseudo of ['', '::before', '::after']) {
        const style = getComputedStyle(element, pseudo || null);
        if (pseudo && (style.content === 'none' || style.content === 'normal')) continue;
        for (const property of style) {
          if ((isSample ? sizes : layout).test(property)) continue;
          const name = element.id ? `#${element.id}` : String(element.className || '').split(' ')[0];
          found.set(`${index} <${element.localName} ${name}>${pseudo} ${property}`, style.getPropertyValue(property));
        }
      }
    }
    for (const element of [document.documentElement, document.body]) {
      for (const [property, value] of element.computedStyleMap()) {
        if (property.startsWith('--')) found.set(`<${element.localName}> ${property}`, String(value));
      }
    }
    return found;
  };

  try {
    const withSheets = look();
    for (const sheet of sheets) sheet.disabled = true;
    const without = look();
    const differences = [...new Set([...withSheets.keys(), ...without.keys()])]
      .filter((name) => withSheets.get(name) !== without.get(name))
      .map(
        (name) =>
          `${name.replace(/^\d+ /, '')} is ${withSheets.get(name) ?? 'unset'}, and ${without.get(name) ?? 'unset'} without the console's styles`,
      );
    return { values: withSheets.size, differences: differences.slice(0, mostDifferences) };
  } finally {
    for (const sheet of sheets) sheet.disabled = false;
    samples.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  }
}
