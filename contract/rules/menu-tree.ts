/** Maximum number of levels of a menu. */
export const menuDepth = 8;

/** Error message for anything inside a link. */
export const linkIsLeafSentence = 'a link cannot have anything inside';

/** Error message for a group in itself or in one of its own groups. */
export const groupInsideItselfSentence = 'a group cannot be inside itself';

/** Error message for groups and links nested deeper than {@link menuDepth}. */
export const menuTooDeepSentence = `a menu can be at most ${menuDepth} levels deep`;

/** A group or link with its parent. */
interface PlacedNode {
  id: string;
  /** `null` at the top level. */
  parentId: string | null;
  isLink: boolean;
}

/** Why groups and links cannot be where they are, by their ids; empty if they make a tree. */
export function checkMenuTree(nodes: readonly PlacedNode[]): Map<string, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const wrong = new Map<string, string>();
  for (const node of nodes) {
    const reason = refusalOfPlace(node, byId);
    if (reason) wrong.set(node.id, reason);
  }
  return wrong;
}

function refusalOfPlace({ id, parentId }: PlacedNode, nodes: ReadonlyMap<string, PlacedNode>): string | undefined {
  const parentOf = (node: PlacedNode) => (node.parentId === null ? undefined : nodes.get(node.parentId));
  if (parentId === null) return undefined;
  const parent = nodes.get(parentId);
  if (!parent) return 'there is no such group';
  if (parent.isLink) return linkIsLeafSentence;
  let level = 1;
  for (let at: PlacedNode | undefined = parent; at; at = parentOf(at)) {
    if (at.id === id) return groupInsideItselfSentence;
    level += 1;
    // A group around it contains itself, and is the one to report.
    if (level > nodes.size) return undefined;
  }
  return level > menuDepth ? menuTooDeepSentence : undefined;
}
