import { isUtf8 } from 'node:buffer';
import { findNotUtf8 } from '@quartermaster/contract/utf8-text.ts';
import type { SaxesAttributeNS, SaxesTagNS } from 'saxes';
import { AppError } from '../base/errors.ts';
import type { ChunkReader } from './chunk-reader.ts';
import { atLine, lineError, mostRecordBytes, newline, type PlacedRecord, tooLargeRecord } from './record-lines.ts';
import { refuseUnstorableTexts } from './validation.ts';

/** The namespace of XLIFF 2.0 and all later versions of it. */
const core = 'urn:oasis:names:tc:xliff:document:2.0';

/** How deep elements may be nested: groups and annotations of any tool are far below. */
const deepest = 100;

/** How many attributes an element may have: those of any tool are far below, and each is compared with the others. */
const mostAttributes = 100;

/**
 * Reads XLIFF 2: each unit as an object of texts. `state` is `translated` if all of its segments are, `target` is empty
 * unless all have one. Attributes that others have added to a unit are members by their local names. A document type is
 * refused, so that there are no entities.
 */
export async function* readXliff(chunks: ChunkReader): AsyncGenerator<PlacedRecord> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: true, position: true });
  const units = createUnits(() => parser.line);
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^(\d+:)*\s*/, '').replace(/\.$/, '');
    throw lineError('malformed', parser.line, `is not well-formed XML: ${reason}`);
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^(utf-8|us-ascii)$/i.test(encoding))
      throw lineError('malformed', parser.line, 'names another encoding than UTF-8');
  });
  parser.on('doctype', () => {
    throw lineError('invalid', parser.line, 'has a document type; remove it');
  });
  let attributes = 0;
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > mostAttributes)
      throw lineError('invalid', parser.line, `has an element with more than ${mostAttributes} attributes`);
  });
  parser.on('opentag', (tag) => {
    attributes = 0;
    units.open(tag);
  });
  parser.on('closetag', ({ local }) => units.close(local));
  parser.on('text', units.addText);
  parser.on('cdata', units.addText);
  // Not by lines: XML needs none, and programs write all on one.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      const reason = parser.position === 0 && chunk ? findNotUtf8(chunk) : undefined;
      throw lineError('malformed', lineOfOtherBytes(chunk, parser.line), reason ?? 'is not UTF-8');
    }
  };
  let end = 0;
  for (let chunk = await chunks.next(); chunk; chunk = await chunks.next()) {
    end += chunk.length;
    parser.write(decode(chunk));
    for (const unit of units.take()) yield { ...unit, end };
  }
  parser.write(decode()).close();
}

/** The line of the first bytes that are not UTF-8 in a chunk, which may begin within a character. */
function lineOfOtherBytes(chunk: Buffer = Buffer.alloc(0), first: number): number {
  let line = first;
  let at = chunk.findIndex((byte) => (byte & 0xc0) !== 0x80);
  for (; at >= 0; line += 1) {
    const next = chunk.indexOf(newline, at) + 1;
    if (next === 0 || !isUtf8(chunk.subarray(at, next))) break;
    at = next;
  }
  return line;
}

type Side = 'source' | 'target';

interface Segment {
  isIgnorable: boolean;
  isTranslated: boolean;
  source?: string;
  target?: string;
}

interface Unit {
  line: number;
  id: string;
  /** Attributes that others have added. */
  added: Record<string, string>;
  segments: Segment[];
}

const translated: ReadonlySet<string> = new Set(['translated', 'reviewed', 'final']);

/** Elements within a text that only annotate it. */
const transparent: ReadonlySet<string> = new Set(['mrk', 'pc', 'sm', 'em']);

/** Collects the units of a document from its parts. */
function createUnits(lineNow: () => number) {
  let done: Omit<PlacedRecord, 'end'>[] = [];
  let [depth, skipped] = [0, 0];
  let document = { source_language: '', target_language: '' };
  let file = '';
  let unit: Unit | undefined;
  let segment: Segment | undefined;
  let side: Side | undefined;

  const append = (text: string) => {
    if (segment && side) segment[side] = (segment[side] ?? '') + text;
  };
  const openInText = (local: string, attribute: ReadAttribute) => {
    if (local === 'cp') return append(characterOf(attribute('hex'), lineNow()));
    if (!transparent.has(local))
      throw lineError('invalid', lineNow(), `has an inline element <${local}>, and texts of items have none`);
  };
  const openers: Record<string, (attribute: ReadAttribute, tag: SaxesTagNS) => void> = {
    xliff: (attribute) => {
      document = { source_language: attribute('srcLang') ?? '', target_language: attribute('trgLang') ?? '' };
    },
    file: (attribute) => {
      file = attribute('original') ?? attribute('id') ?? '';
    },
    group: () => {},
    unit: (attribute, { attributes }) => {
      unit = { line: lineNow(), id: attribute('id') ?? '', added: addedTo(attributes), segments: [] };
    },
    segment: (attribute) => {
      segment = { isIgnorable: false, isTranslated: translated.has(attribute('state') ?? '') };
    },
    ignorable: () => {
      segment = { isIgnorable: true, isTranslated: true };
    },
    source: () => {
      side = 'source';
      append('');
    },
    target: () => {
      side = 'target';
      append('');
    },
  };
  const closers: Record<string, () => void> = {
    unit: () => {
      if (unit) done.push(recordOf(unit, { ...document, file }));
      unit = undefined;
    },
    segment: () => {
      if (segment) unit?.segments.push(segment);
      segment = undefined;
    },
    source: () => {
      side = undefined;
    },
  };
  return {
    open: (tag: SaxesTagNS) => {
      const { local, uri, attributes } = tag;
      const attribute: ReadAttribute = (name) => attributes[name]?.value;
      depth += 1;
      if (depth > deepest) throw lineError('invalid', lineNow(), `has elements more than ${deepest} deep`);
      if (depth === 1) refuseOtherRoot(tag, lineNow());
      if (skipped > 0 || uri !== core) skipped += 1;
      else if (side) openInText(local, attribute);
      else if (Object.hasOwn(openers, local)) openers[local]?.(attribute, tag);
      else skipped += 1;
    },
    close: (local: string) => {
      depth -= 1;
      if (skipped > 0) skipped -= 1;
      else if (local === 'ignorable') closers.segment?.();
      else if (local === 'target') closers.source?.();
      else if (Object.hasOwn(closers, local)) closers[local]?.();
    },
    addText: (text: string) => {
      if (skipped === 0) append(text);
    },
    take: () => {
      const taken = done;
      done = [];
      return taken;
    },
  };
}

type ReadAttribute = (name: string) => string | undefined;

function refuseOtherRoot({ local, uri, attributes }: SaxesTagNS, line: number): void {
  const isXliff = local === 'xliff' && uri === core && /^2\.\d+$/.test(attributes.version?.value ?? '');
  if (!isXliff) throw lineError('invalid', line, 'is not the start of XLIFF 2.0 or later');
}

const addedTo = (attributes: Readonly<Record<string, SaxesAttributeNS>>): Record<string, string> =>
  Object.fromEntries(
    Object.values(attributes).flatMap(({ uri, prefix, local, value }) =>
      uri !== '' && prefix !== 'xml' && prefix !== 'xmlns' ? [[local, value] as const] : [],
    ),
  );

/** A character that XML cannot have. */
function characterOf(hex: string | undefined, line: number): string {
  const code = hex !== undefined && /^[0-9a-f]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : Number.NaN;
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  throw lineError('invalid', line, 'has a <cp> that is no character');
}

function recordOf({ line, id, added, segments }: Unit, parent: Record<string, string>): Omit<PlacedRecord, 'end'> {
  const texts = segments.filter(({ isIgnorable }) => !isIgnorable);
  const isWhole = texts.every(({ source = '', target = '' }) => target !== '' || source === '');
  const value = {
    ...added,
    ...parent,
    unit: id,
    source: segments.map(({ source = '' }) => source).join(''),
    target: isWhole ? segments.map(({ source = '', target = source }) => target).join('') : '',
    state: texts.every(({ isTranslated }) => isTranslated) ? 'translated' : 'initial',
  };
  if (Object.values(value).reduce((sum, text) => sum + text.length, 0) > mostRecordBytes) throw tooLargeRecord(line);
  atLine(line, () => refuseUnstorableTexts(value));
  if (texts.length === 0) throw new AppError('invalid', { fields: { [`lines.${line}`]: 'has no segment' } });
  return { line, value };
}
