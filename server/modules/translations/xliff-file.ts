import type { TranslationState } from '@quartermaster/contract/field-types/localised.ts';
import { writeMark } from './texts.ts';
import type { TranslationFile } from './translation-file.ts';

/** The namespace of XLIFF 2.0 and all later versions of it. */
const xliffNamespace = 'urn:oasis:names:tc:xliff:document:2.0';

/** Of the attributes that XLIFF lets others add. */
const ownNamespace = 'urn:quartermaster:translations:1';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// A parser would turn a carriage return into a line feed, and line breaks of attributes into spaces.
const reference = (character: string): string => entities[character] ?? `&#${character.codePointAt(0)};`;

/** Characters that XML 1.0 cannot have, not even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is meant
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

const content = (text: string): string =>
  text.replaceAll(/[&<>\r]/g, reference).replaceAll(forbidden, (character) => `<cp hex="${hexOf(character)}"/>`);

const attribute = (text: string): string => text.replaceAll(/[&<>"\t\r\n]/g, reference).replaceAll(forbidden, '\ufffd');

/** The state of a segment; XLIFF has none for a translation of another source. */
const states: Record<TranslationState, string> = {
  missing: 'state="initial"',
  outdated: 'state="initial" subState="qm:outdated"',
  current: 'state="translated"',
};

/** XLIFF 2.1 (OASIS): a file per template, a unit per text. */
export const xliffFile: TranslationFile = {
  contentType: 'application/xliff+xml; charset=utf-8',
  extension: 'xlf',
  start: ({ source, target }) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="${xliffNamespace}" xmlns:qm="${ownNamespace}" version="2.1" srcLang="${source}" trgLang="${target}">\n`,
  startTemplate: ({ id, label }) =>
    `<file id="${attribute(id)}" original="${attribute(id)}" xml:space="preserve"><notes><note category="template">${content(label)}</note></notes>\n`,
  text: (_, template, item, text) => {
    const name = `${item.internal_label}: ${template.names.get(text.fieldId) ?? ''}`;
    const target = text.state === 'missing' ? '' : `<target>${content(text.target)}</target>`;
    return `<unit id="${item.id}.${text.id}" name="${attribute(name)}" qm:was="${writeMark(text)}"><segment ${states[text.state]}><source>${content(text.source)}</source>${target}</segment></unit>\n`;
  },
  endTemplate: () => '</file>\n',
  // A document needs a file, and a file needs a unit or a group.
  end: (hasTexts) => (hasTexts ? '</xliff>\n' : '<file id="empty"><group id="empty"/></file>\n</xliff>\n'),
};
