import type { CDPSession } from 'playwright-core';
import { isOfPlugin, type Plugin } from '../plugin.ts';
import { followScripts } from './scripts.ts';

const watched = [
  { selector: 'html', type: 'attribute-modified' },
  { selector: 'body', type: 'attribute-modified' },
  { selector: 'title', type: 'subtree-modified' },
] as const;

/**
 * Records each change of the page's root, body and title by the console's own code, including those that it reverts. The browser pauses at
 * each change, and continues at once.
 */
export async function watchPageChanges(cdp: CDPSession, plugin: Plugin): Promise<string[]> {
  const changes: string[] = [];
  const names = new Map<number, string>();
  const addressOf = await followScripts(cdp);
  cdp.on('Debugger.paused', ({ reason, data, callFrames }) => {
    const frame = callFrames[0];
    const address = addressOf(frame?.location.scriptId);
    const { nodeId, targetNodeId } = (data ?? {}) as { nodeId?: number; targetNodeId?: number };
    const name = names.get(targetNodeId ?? nodeId ?? 0) ?? names.get(nodeId ?? 0) ?? 'page';
    // The innermost function on the stack makes the change; the others may only have called the host.
    if (reason === 'DOM' && frame && address && isOfPlugin(plugin, address)) {
      changes.push(`<${name}> is changed by ${frame.functionName || 'a function'} in ${new URL(address).pathname}`);
    }
    void cdp.send('Debugger.resume').catch(() => undefined);
  });
  await cdp.send('DOM.enable');
  const { root } = await cdp.send('DOM.getDocument', { depth: 0 });
  for (const { selector, type } of watched) {
    const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    if (nodeId === 0) continue;
    names.set(nodeId, selector);
    await cdp.send('DOMDebugger.setDOMBreakpoint', { nodeId, type });
  }
  return changes;
}
