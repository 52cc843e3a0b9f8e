import { checkFloatText, numberConditions } from './filters.ts';
import { listType } from './list.ts';
import { parseNumber } from './number.ts';

/** Numbers in order. As text, they are between commas, semicolons or white space. */
export const numberList = listType({
  label: 'Number list',
  checkEntry: (entry) => (typeof entry === 'number' && Number.isFinite(entry) ? undefined : 'should be a number'),
  notList: 'should be a list of numbers',
  parse: (text) => {
    const numbers = text.split(/[\s,;]+/).filter((part) => part !== '');
    const reason = numbers.map(checkFloatText).find((found) => found !== undefined);
    return reason === undefined ? { value: numbers.map(Number) } : { reason };
  },
  format: (entries) => entries.join(', '),
  parseFilter: parseNumber,
  conditions: numberConditions,
  indexed: 'number',
});
