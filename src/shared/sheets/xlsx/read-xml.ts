import { findUnicodeForm } from '@quartermaster/contract/utf8-text.ts';
import { SaxesParser } from 'saxes';

/** What happens in an XML file, by the local names of its elements. */
export interface XmlReader {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const chunkSize = 64 * 1024;

/** Programs prefix the names of elements or do not. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** True for an attribute that is set. */
export const isTrueAttribute = (attribute = ''): boolean => /^(1|true)$/.test(attribute);

/** Reads an XML file in UTF-8 or UTF-16; throws if it is not well-formed, or in another encoding. */
export function readXml(bytes: Uint8Array, { open, text, close }: XmlReader): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes));
  if (close) parser.on('closetag', ({ name }) => close(localName(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  const form = findUnicodeForm(bytes.subarray(0, 4));
  const decoder = new TextDecoder(form?.startsWith('utf-16') ? form : 'utf-8', { fatal: true });
  for (let at = 0; at < bytes.length; at += chunkSize)
    parser.write(decoder.decode(bytes.subarray(at, at + chunkSize), { stream: true }));
  parser.write(decoder.decode()).close();
}
