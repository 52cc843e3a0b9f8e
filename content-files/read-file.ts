import { readFileSync } from 'node:fs';
import { findRepeatedName } from '@quartermaster/contract/content/repeated-name.ts';
import { parseWithDigits } from '@quartermaster/contract/sheets/sent-digits.ts';
import { NotUtf8, readUtf8 } from '@quartermaster/contract/utf8-text.ts';
import { locate } from './paths.ts';
import { ContentUsageError } from './usage-error.ts';

/** The text of a file; undefined if there is none. */
export function readText(folder: string, path: string): string | undefined {
  try {
    // An editor on Windows, or git, may have changed the line ends and added a byte order mark.
    return readUtf8(readFileSync(locate(folder, path))).replaceAll('\r\n', '\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (error instanceof NotUtf8) throw new ContentUsageError(`${path} ${error.message}. Save it in UTF-8.`);
    throw error;
  }
}

/** The object that a file has. */
export function parseObject(path: string, text: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = parseWithDigits(text);
  } catch (error) {
    // The message has a part of the text, which may have line breaks.
    const reason = String(error instanceof Error ? error.message : error).replace(/\s+/g, ' ');
    throw new ContentUsageError(`${path} is not well-formed JSON: ${reason}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ContentUsageError(`${path} is not an object of fields.`);
  // As after a merge of branches.
  const repeated = findRepeatedName(text);
  if (repeated !== undefined) throw new ContentUsageError(`${path} has the name ${repeated} twice.`);
  return parsed as Record<string, unknown>;
}
