import type { CDPSession } from 'playwright-core';
import { isOfPlugin, type Plugin } from '../plugin.ts';

/** The used properties of the browser's node description. */
interface Node {
  nodeId: number;
  parentId?: number;
  nodeType: number;
  localName: string;
  attributes?: string[];
}

/** Further nodes are ignored: each takes a call to the browser. */
const most = 5_000;

/** Makes the browser remember which script creates a node, from now on. */
export async function traceNodes(cdp: CDPSession): Promise<void> {
  await cdp.send('DOM.enable');
  await cdp.send('DOM.setNodeStackTracesEnabled', { enable: true });
}

/** The nodes on the page created by the console's own code, except those inside its two roots. */
export async function nodesOfPlugin(cdp: CDPSession, plugin: Plugin): Promise<string[]> {
  const { nodes } = await cdp.send('DOM.getFlattenedDocument', { depth: -1 });
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const isRoot = ({ attributes = [] }: Node) => attributes.includes('data-qm-root');
  /** Whether a node is below one of the roots; the list's order is not reliable. */
  const isInside = ({ parentId = 0 }: Node): boolean => {
    const parent = byId.get(parentId);
    return parent !== undefined && (isRoot(parent) || isInside(parent));
  };
  /** Scripts of the console's code are removed once they have run. */
  const isLoading = ({ localName, attributes = [] }: Node) =>
    localName === 'script' && isOfPlugin(plugin, attributes[attributes.indexOf('src') + 1]);
  const found: string[] = [];
  for (const node of nodes.filter(({ nodeType }) => nodeType === 1).slice(0, most)) {
    if (isInside(node) || isLoading(node)) continue;
    const { nodeId, parentId = 0, localName, attributes = [] } = node;
    const { creation } = await cdp.send('DOM.getNodeStackTraces', { nodeId });
    // The console may call a host's own function, so only the function that creates the node counts.
    if (isOfPlugin(plugin, creation?.callFrames[0]?.url))
      found.push(named(localName, attributes, byId.get(parentId)?.localName));
  }
  return found;
}

function named(localName: string, attributes: string[], parent = 'nothing'): string {
  const is = (name: string) => attributes.includes(name);
  const kind = is('data-qm-overlay')
    ? 'overlay'
    : is('data-qm-root')
      ? 'root'
      : is('data-qm-style')
        ? 'stylesheet'
        : 'other';
  return `${kind} <${localName}> in <${parent}>`;
}
