import type { CDPSession } from 'playwright-core';

/** Tracks the scripts of the page, and returns the address of one by its id in the debugger's messages. */
export async function followScripts(cdp: CDPSession): Promise<(scriptId: string | undefined) => string | undefined> {
  const addresses = new Map<string, string>();
  cdp.on('Debugger.scriptParsed', ({ scriptId, url }) => void addresses.set(scriptId, url));
  await cdp.send('Debugger.enable');
  return (scriptId) => (scriptId === undefined ? undefined : addresses.get(scriptId));
}
