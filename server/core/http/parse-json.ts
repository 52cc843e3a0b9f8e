import { isUtf8 } from 'node:buffer';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { AppError } from '../base/errors.ts';
import { endOfText, quote } from './json-text.ts';
import { refuseUnstorable } from './validation.ts';

const [object, list] = ['{', '['].map((mark) => mark.charCodeAt(0));

/** True if a text contains more objects and lists than a body may have. */
function hasTooManyMembers(bytes: Buffer): boolean {
  if (bytes.length <= contentLimits.bodyMembers) return false;
  let members = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === object || byte === list) members += 1;
  }
  return members > contentLimits.bodyMembers;
}

/** Parses a request body: JSON in UTF-8, rejecting characters that the database cannot store. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new AppError('malformed');
  if (hasTooManyMembers(bytes)) throw new AppError('too_large');
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
