import { findUnicodeForm, readUtf8 } from '@quartermaster/contract/utf8-text.ts';
import { expect, test } from 'vitest';

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['UTF-8', Buffer.from('{"name":"Épée"}'), '{"name":"Épée"}'],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeff{"a":1}'), '{"a":1}'],
  ['a replacement character that the text has', Buffer.from('\ufffd'), '\ufffd'],
  ['a zero', Buffer.from('a\0b'), 'a\0b'],
  ['nothing', Buffer.alloc(0), ''],
])('%s is read', (_, bytes, text) => {
  expect(readUtf8(bytes)).toBe(text);
});

test.each([
  ['Latin-1', Buffer.from('{"name":"Épée"}', 'latin1'), 'is not UTF-8'],
  ['a character that is cut', Buffer.from('é').subarray(0, 1), 'is not UTF-8'],
  ['half a surrogate pair', Buffer.from([0xed, 0xa0, 0x80]), 'is not UTF-8'],
  ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le'), 'is in UTF-16'],
  ['UTF-16 BE', utf16be('\ufeff{"a":1}'), 'is in UTF-16'],
  ['UTF-16 without a mark', Buffer.from('{"a":1}', 'utf16le'), 'is in UTF-16'],
  ['UTF-16 BE without a mark', utf16be('{"a":1}'), 'is in UTF-16'],
  ['UTF-16 without a mark in another script', Buffer.from('Щит\nЩит', 'utf16le'), 'is in UTF-16'],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]), 'is in UTF-32'],
])('%s is never read as UTF-8', (_, bytes, reason) => {
  expect(() => readUtf8(bytes)).toThrow(reason);
});

test('a text of several lines is UTF-8 though it has a zero', () => {
  expect(findUnicodeForm(Buffer.from('a\0b\nc'))).toBe('utf-8');
});
