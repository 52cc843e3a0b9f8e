/** What React stores at each node that it renders, under a key that begins with {@link fiberKey}, since React 17. */
interface Fiber {
  return: Fiber | null;
  tag: number;
}

const fiberKey = '__reactFiber$';
/** The tag of the fiber of a root. */
const rootTag = 3;

/** An extension that takes an element away again each time is let have its way. */
const mostReturns = 3;

function fiberOf(node: Node): Fiber | undefined {
  const key = Object.keys(node).find((name) => name.startsWith(fiberKey));
  return key === undefined ? undefined : (node as unknown as Record<string, Fiber>)[key];
}

/** True for a node that React still renders: it detaches the fibers of what it removes. */
function isRendered(node: Node): boolean {
  let fiber = fiberOf(node);
  while (fiber?.return) fiber = fiber.return;
  return fiber?.tag === rootTag;
}

/** A text of React that something else is shown in place of. */
interface Replaced {
  /** The text as React has rendered it. */
  text: string;
  standIns: readonly ChildNode[];
}

/**
 * Gives React back the nodes that translators, extensions and grammar checkers take out of the page: it would fail to remove them later, or
 * to insert others before them, and would change texts that are no longer shown. A replaced text goes back empty, before what stands in for
 * it; once React changes or removes it, the stand-in goes. Nothing of the host's page is changed. Returns a function that ends it.
 */
export function restoreNodes(roots: readonly Node[]): () => void {
  const replaced = new WeakMap<Text, Replaced>();
  const owners = new WeakMap<Node, Text>();
  const returns = new WeakMap<Node, number>();

  const release = (text: Text) => {
    for (const node of replaced.get(text)?.standIns ?? []) node.remove();
    replaced.delete(text);
  };
  const replace = (text: Text, target: Node, record: MutationRecord, added: ReadonlySet<Node>) => {
    const standIns = findStandIns(record, added, owners);
    const before = replaced.get(text)?.text ?? text.data;
    // A translator may have put the text itself into its element.
    if (text.parentNode) text.replaceWith(text.cloneNode());
    text.data = '';
    target.insertBefore(text, standIns[0] ?? childAfter(record));
    replaced.set(text, { text: before, standIns });
    for (const node of standIns) owners.set(node, text);
  };
  const putBack = (node: Node, record: MutationRecord) => {
    const count = (returns.get(node) ?? 0) + 1;
    returns.set(node, count);
    if (count <= mostReturns) record.target.insertBefore(node, childAfter(record));
  };
  const takeRemoved = (node: Node, record: MutationRecord, added: ReadonlySet<Node>) => {
    if (node.parentNode === record.target) return;
    const owner = owners.get(node);
    if (owner && replaced.has(owner)) loseStandIn(node, owner, record, added);
    else if (node instanceof Text && !isRendered(node)) release(node);
    else if (!isRendered(node)) return;
    else if (node instanceof Text) replace(node, record.target, record, added);
    else if (node instanceof Element) putBack(node, record);
  };
  /** It was translated again, or is shown as it was. */
  const loseStandIn = (node: Node, owner: Text, record: MutationRecord, added: ReadonlySet<Node>) => {
    const { text = '', standIns = [] } = replaced.get(owner) ?? {};
    const left = [...standIns.filter((one) => one !== node), ...findStandIns(record, added, owners)];
    for (const one of left) owners.set(one, owner);
    if (left.length > 0) replaced.set(owner, { text, standIns: left });
    else {
      replaced.delete(owner);
      owner.data = text;
    }
  };

  const observer = new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter((node) => !fiberOf(node))));
    for (const record of records) {
      const { target } = record;
      if (target instanceof Text && target.data !== '' && replaced.has(target)) release(target);
      for (const node of record.removedNodes) takeRemoved(node, record, added);
    }
    // What was changed here.
    observer.takeRecords();
  });
  for (const root of roots) observer.observe(root, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

/** The child that followed what was removed, if it is still there. */
const childAfter = ({ target, nextSibling, previousSibling }: MutationRecord): ChildNode | null => {
  if (nextSibling?.parentNode === target) return nextSibling as ChildNode;
  return previousSibling?.parentNode === target ? previousSibling.nextSibling : null;
};

/** What has taken the place of a removed node: added by the same change, or just before it at its sides. */
function findStandIns(
  { target, addedNodes, previousSibling, nextSibling }: MutationRecord,
  added: ReadonlySet<Node>,
  owners: WeakMap<Node, Text>,
): ChildNode[] {
  const isStandIn = (node: Node | null): node is ChildNode =>
    node !== null && added.has(node) && node.parentNode === target && !owners.has(node);
  const inPlace = [...addedNodes].filter(isStandIn);
  if (inPlace.length > 0) return inPlace;
  return [previousSibling, nextSibling].filter(isStandIn).slice(0, 1);
}
