import type { Comparison } from './styles.ts';

/**
 * Run in the page: records the styles of the host's elements, to compare those that still exist later. Transitions and animations of the
 * host are excluded, and so are elements whose hover state has changed.
 */
export function noteStyles() {
  const mostElements = 300;
  const layout =
    /^(block-size|height|inline-size|width|perspective-origin|transform-origin|inset.*|top|right|bottom|left|grid-template-.*|margin.*)$/;
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
  const stilled = <T>(task: () => T): T => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    try {
      return task();
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    }
  };
  const elements = [...document.querySelectorAll('*')]
    .filter((element) => !element.closest('head'))
    .slice(0, mostElements);
  const look = (element: Element) => {
    const style = getComputedStyle(element);
    const names = [...style].filter((property) => !layout.test(property));
    return {
      isHovered: element.closest(':hover') !== null,
      values: names.map((property): [string, string] => [property, style.getPropertyValue(property)]),
    };
  };
  const before = stilled(() => new Map(elements.map((element) => [element, look(element)])));
  return {
    /** Compares with the current styles. */
    compare: (): Comparison =>
      stilled(() => {
        const there = [...before].filter(
          ([element, { isHovered }]) => element.isConnected && isHovered === (element.closest(':hover') !== null),
        );
        const differences = there.flatMap(([element, { values }]) => {
          const style = getComputedStyle(element);
          return values
            .filter(([property, value]) => style.getPropertyValue(property) !== value)
            .map(
              ([property, value]) =>
                `<${element.localName}> ${property} was ${value}, and is ${style.getPropertyValue(property)} after the console`,
            );
        });
        return {
          values: there.reduce((sum, [, { values }]) => sum + values.length, 0),
          differences: differences.slice(0, 20),
        };
      }),
  };
}
