import type { CDPSession } from 'playwright-core';
import { followScripts } from './scripts.ts';

/** Where the page's own code has defined a function, such as `https://portal.example.com/main.js:12`; null for the browser's own. */
export async function locationOfFunction(cdp: CDPSession, expression: string): Promise<string | null> {
  const addressOf = await followScripts(cdp);
  const { result } = await cdp.send('Runtime.evaluate', { expression });
  if (!result.objectId) return null;
  const { internalProperties = [] } = await cdp.send('Runtime.getProperties', { objectId: result.objectId });
  const location = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value;
  const { scriptId, lineNumber } = Object(location) as { scriptId?: string; lineNumber?: number };
  const address = addressOf(scriptId);
  return address === undefined ? null : `${address}:${(lineNumber ?? 0) + 1}`;
}
