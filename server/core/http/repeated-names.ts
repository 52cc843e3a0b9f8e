import { endOfText, quote } from './json-text.ts';

const colon = ':'.charCodeAt(0);

/** True if an object of a well-formed JSON text names a member twice, of which `JSON.parse` keeps only the last one. */
export const hasRepeatedNames = (text: Buffer, parsed: unknown): boolean => countNames(text) > countMembers(parsed);

function countNames(text: Buffer): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === quote) at = endOfText(text, at);
    else if (text[at] === colon) count += 1;
  }
  return count;
}

/** Without recursion, as lists can be nested deeply. */
function countMembers(parsed: unknown): number {
  let count = 0;
  const open: unknown[] = [parsed];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const members = Object.values(value);
    if (!Array.isArray(value)) count += members.length;
    for (const member of members) if (typeof member === 'object') open.push(member);
  }
  return count;
}
