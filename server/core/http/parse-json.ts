import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { findRepeatedName } from '@quartermaster/contract/content/repeated-name.ts';
import { inexactIntegerSentence, isInexact, keepsDigits } from '@quartermaster/contract/field-types/whole-number.ts';
import { parseWithDigits } from '@quartermaster/contract/sheets/sent-digits.ts';
import { NotUtf8, readUtf8 } from '@quartermaster/contract/utf8-text.ts';
import { AppError } from '../base/errors.ts';
import { endOfText, quote } from './json-text.ts';
import { refuseUnstorable, valuesIn } from './validation.ts';

const [object, objectEnd, list, listEnd, colon] = ['{', '}', '[', ']', ':'].map((mark) => mark.charCodeAt(0));

/**
 * Throws if a text has more objects and lists than a body may have, or has them in each other more deeply; returns how many
 * names its objects have.
 */
function checkStructure(bytes: Buffer): number {
  let [members, depth, names] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === colon) names += 1;
    else if (byte === object || byte === list) {
      members += 1;
      depth += 1;
      if (depth > contentLimits.bodyDepth) throw tooDeep();
    } else if (byte === objectEnd || byte === listEnd) depth -= 1;
  }
  if (members > contentLimits.bodyMembers) throw new AppError('too_large');
  return names;
}

/** How many names parsed objects have; without recursion, as they can be nested deeply. */
function countNames(parsed: unknown): number {
  let names = 0;
  const open: object[] = [];
  const add = (value: unknown) => {
    if (typeof value === 'object' && value !== null) open.push(value);
  };
  add(parsed);
  for (let value = open.pop(); value !== undefined; value = open.pop())
    if (Array.isArray(value)) for (const entry of value) add(entry);
    else
      for (const name in value as Record<string, unknown>) {
        names += 1;
        add((value as Record<string, unknown>)[name]);
      }
  return names;
}

/** Throws 422 for a name that an object has twice: `JSON.parse` drops all but the last one. */
function refuseRepeatedNames(text: string, parsed: unknown, names: number): void {
  if (countNames(parsed) === names) return;
  const path = (findRepeatedName(text) ?? '').slice(0, longestPath);
  throw new AppError('invalid', {
    message: `The request has the name ${path} twice. Send each name of an object once.`,
    fields: { [path]: 'is there twice' },
  });
}

const longestPath = 200;

const tooDeep = () =>
  new AppError('invalid', {
    fields: { '': `has objects and lists more than ${contentLimits.bodyDepth} deep in each other` },
  });

/** A number of so many digits, or with others than JavaScript writes, such as `1.10`, or something like it in a text. */
const unusualNumber = /(?:^|[:[,\s])(?:-?\d[\d.]{15,}|-?\d+\.\d*0(?!\d)|-?0\.0{6}|-0(?![\d.]))/;

const isLong = (source: string) => /^-?\d[\d.]{15,}/.test(source);

class InexactNumber {}

function parseExactly(text: string, inexact: 'refuse' | 'text'): unknown {
  const parsed = parseWithDigits(text, (value, source = '') => {
    if (inexact === 'text') return isLong(source) && (String(value) !== source || isInexact(value)) ? source : value;
    return keepsDigits(source) ? value : new InexactNumber();
  });
  for (const { path, value } of valuesIn(parsed))
    if (value instanceof InexactNumber) throw new AppError('invalid', { fields: { [path]: inexactIntegerSentence } });
  return parsed;
}

function readText(bytes: Buffer): string {
  try {
    return readUtf8(bytes);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw new AppError('malformed', { message: `The request ${error.message}. Send JSON in UTF-8.` });
  }
}

/**
 * Parses a request body: JSON in UTF-8, rejecting characters that the database cannot store, and names that an object has twice. Numbers whose digits a double
 * would change are rejected, or become texts of their digits, which fields of texts accept and those of numbers check; `asSent` knows the digits of the
 * others, such as `1.10`.
 */
export function parseJson(bytes: Buffer, inexact: 'refuse' | 'text' = 'refuse'): unknown {
  if (bytes.length === 0) return undefined;
  const names = checkStructure(bytes);
  const text = readText(bytes);
  let parsed: unknown;
  try {
    parsed = unusualNumber.test(text) ? parseExactly(text, inexact) : JSON.parse(text);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('malformed', { cause });
  }
  refuseRepeatedNames(text, parsed, names);
  refuseUnstorable(text, parsed);
  return parsed;
}
