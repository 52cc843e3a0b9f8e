/** The element of index.html with this id and type. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const node = document.getElementById(id);
  if (!(node instanceof kind)) throw new Error(`The portal's page lacks #${id}.`);
  return node;
}

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

/** Lets the button `<name>-toggle` show and hide the panel `<name>`; returns the button. */
export function connectPanel(name: string, onToggle: (isShown: boolean) => void = () => {}): HTMLButtonElement {
  const panel = byId(name, HTMLElement);
  const toggle = byId(`${name}-toggle`, HTMLButtonElement);
  toggle.addEventListener('click', () => {
    panel.hidden = !panel.hidden;
    toggle.setAttribute('aria-expanded', String(!panel.hidden));
    onToggle(!panel.hidden);
  });
  return toggle;
}
