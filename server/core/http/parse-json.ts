import { isUtf8 } from 'node:buffer';
import { contentLimits } from '@quartermaster/contract/content-limits.ts';
import { AppError } from '../base/errors.ts';
import { refuseUnstorable } from './validation.ts';

const [object, list] = ['{', '['];

/** Whether a text may have more objects and lists than a body can; those in its texts are counted too. */
function hasTooManyMembers(bytes: Buffer): boolean {
  if (bytes.length <= contentLimits.bodyMembers) return false;
  let members = 0;
  for (const mark of [object, list])
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1))
      if (++members > contentLimits.bodyMembers) return true;
  return false;
}

/** The value of a request body: JSON in UTF-8, without what no database keeps. */
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
