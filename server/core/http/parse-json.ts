import { isUtf8 } from 'node:buffer';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { AppError } from '../base/errors.ts';
import { endOfText, quote } from './json-text.ts';
import { refuseUnstorable } from './validation.ts';

const [object, objectEnd, list, listEnd] = ['{', '}', '[', ']'].map((mark) => mark.charCodeAt(0));

/** Throws if a text has more objects and lists than a body may have, or has them in each other more deeply. */
function refuseStructure(bytes: Buffer): void {
  if (bytes.length <= contentLimits.bodyDepth) return;
  let [members, depth] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === object || byte === list) {
      members += 1;
      depth += 1;
      if (depth > contentLimits.bodyDepth) throw tooDeep();
    } else if (byte === objectEnd || byte === listEnd) depth -= 1;
  }
  if (members > contentLimits.bodyMembers) throw new AppError('too_large');
}

const tooDeep = () =>
  new AppError('invalid', {
    fields: { '': `has objects and lists more than ${contentLimits.bodyDepth} deep in each other` },
  });

/** Parses a request body: JSON in UTF-8, rejecting characters that the database cannot store. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new AppError('malformed');
  refuseStructure(bytes);
  const text = bytes.toString();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new AppError('malformed', { cause });
  }
  refuseUnstorable(text, parsed);
  return parsed;
}
