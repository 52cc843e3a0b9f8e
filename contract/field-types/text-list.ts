import { asText } from './field-type.ts';
import { listType } from './list.ts';

/** Texts of one line each, in order. Blank lines are no entries. */
export const textList = listType({
  label: 'Text list',
  checkEntry: (entry) => {
    if (typeof entry !== 'string') return 'should be a text';
    if (entry.trim() === '') return 'is empty';
    return /[\r\n]/.test(entry) ? 'has more than one line' : undefined;
  },
  notList: 'should be a list of texts',
  parse: (text) => ({ value: text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '') }),
  format: (entries) => entries.join('\n'),
  parseEntry: asText,
  conditions: ['contains', 'empty', 'notEmpty'],
  entries: 'text',
});
