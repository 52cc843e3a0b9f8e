/** Run in the page: what prevents the user from seeing the console or from clicking on it, as sentences. */
export function findObstructions(): string[] {
  const least = { width: 300, height: 200 };
  const root = document.querySelector<HTMLElement>('[data-qm-root]:not([data-qm-overlay])');
  if (!root) return [];
  const nameOf = (element: Element) => {
    const id = element.id ? ` id="${element.id}"` : '';
    return `<${element.localName}${id}${id || !element.className ? '' : ` class="${element.getAttribute('class')}"`}>`;
  };
  const ancestors: HTMLElement[] = [];
  for (let element = root.parentElement; element; element = element.parentElement) ancestors.push(element);

  for (const element of [root, ...ancestors]) {
    const { display, visibility, opacity } = getComputedStyle(element);
    if (display === 'none') return [`The console is hidden: ${nameOf(element)} has display: none.`];
    if (opacity === '0') return [`The console is hidden: ${nameOf(element)} has opacity: 0.`];
    if (element === root && visibility !== 'visible')
      return [`The console is hidden: it has visibility: ${visibility}.`];
  }
  root.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const box = root.getBoundingClientRect();
  let { left, top, right, bottom } = box;
  let clip: Element = document.documentElement;
  const clipTo = (element: Element, edges: { left: number; top: number; right: number; bottom: number }) => {
    if (edges.right - edges.left < right - left || edges.bottom - edges.top < bottom - top) clip = element;
    left = Math.max(left, edges.left);
    top = Math.max(top, edges.top);
    right = Math.min(right, edges.right);
    bottom = Math.min(bottom, edges.bottom);
  };
  for (const element of ancestors) {
    const isClipping = getComputedStyle(element).overflow !== 'visible' && element !== document.body;
    if (isClipping) clipTo(element, element.getBoundingClientRect());
  }
  clipTo(document.documentElement, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  const width = Math.max(0, Math.round(right - left));
  const height = Math.max(0, Math.round(bottom - top));
  const shownSize = root.offsetHeight > 0 ? box.height / root.offsetHeight : 1;
  const isCut = (seen: number, needed: number, limit: number) => seen < limit && needed > seen + 1;
  if (isCut(width, least.width, least.width) || isCut(height, root.scrollHeight * shownSize, least.height)) {
    const by = clip === document.documentElement ? (root.parentElement ?? clip) : clip;
    return [`Only ${width} × ${height} px of the console can be seen: ${nameOf(by)} leaves it no more.`];
  }

  const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
  const over = new Map<Element, number>();
  for (const x of steps) {
    for (const y of steps) {
      const found = document.elementFromPoint(left + width * x, top + height * y);
      if (!found || found.closest('[data-qm-root]')) continue;
      over.set(found, (over.get(found) ?? 0) + 1);
    }
  }
  const [most, points = 0] = [...over].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  // A button in a corner, such as a help button, leaves the console usable.
  if (!most || points < (steps.length * steps.length) / 4) return [];
  if (!most.contains(root)) return [`${nameOf(most)} of the portal covers the console.`];
  const cause = root.closest('[inert]');
  return [`The console cannot be clicked: ${cause ? `${nameOf(cause)} is inert` : 'it has pointer-events: none'}.`];
}

/** Run in the page: the elements around the console that scale or move it, with the property. */
export function findScaling(): string[] {
  const found: string[] = [];
  let element = document.querySelector('[data-qm-root]:not([data-qm-overlay])')?.parentElement;
  for (; element; element = element.parentElement) {
    const { zoom, transform, scale, rotate } = getComputedStyle(element);
    for (const [name, value, usual] of [
      ['zoom', zoom, '1'],
      ['transform', transform, 'none'],
      ['scale', scale, 'none'],
      ['rotate', rotate, 'none'],
    ] as const) {
      if (value !== usual && value !== '') found.push(`<${element.localName}> has ${name}: ${value}`);
    }
  }
  return found;
}
