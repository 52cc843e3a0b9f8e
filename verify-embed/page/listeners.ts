import type { CDPSession } from 'playwright-core';
import { isOfPlugin, type Plugin } from '../plugin.ts';
import { followScripts } from './scripts.ts';

/** Targets whose listeners outlive the console's nodes. */
const targets = {
  window: 'window',
  document: 'document',
  html: 'document.documentElement',
  head: 'document.head',
  body: 'document.body',
  visualViewport: 'window.visualViewport',
  navigation: 'window.navigation',
  serviceWorker: 'navigator.serviceWorker',
  connection: 'navigator.connection',
};

/** Lists the console's listeners on the page's global targets, each as `window resize (file:line)`. */
export async function createListenerList(cdp: CDPSession, plugin: Plugin): Promise<() => Promise<string[]>> {
  const addressOf = await followScripts(cdp);

  const listenersOf = async (name: string, expression: string) => {
    const { result } = await cdp.send('Runtime.evaluate', { expression });
    if (!result.objectId) return [];
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
    return listeners
      .filter(({ scriptId }) => isOfPlugin(plugin, addressOf(scriptId)))
      .map(({ type, scriptId, lineNumber, columnNumber }) => {
        const file = new URL(addressOf(scriptId) ?? '').pathname.split('/').at(-1);
        return `${name} ${type} (${file}:${lineNumber + 1}:${columnNumber + 1})`;
      });
  };

  return async () =>
    (await Promise.all(Object.entries(targets).map(([name, expression]) => listenersOf(name, expression)))).flat();
}
