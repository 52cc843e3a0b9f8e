import { readWritten, type WrittenReading } from './written-numbers.ts';

/** Rows as JSON lines, with the numbers of columns read as chosen. */
export async function readNumbers(rows: Blob, readings: ReadonlyMap<string, WrittenReading>): Promise<Blob> {
  if (readings.size === 0) return rows;
  const lines = (await rows.text()).split('\n').map((text) => {
    if (text === '') return text;
    const record: Record<string, unknown> = JSON.parse(text);
    const cells = Object.entries(record).map(([name, cell]): [string, unknown] => {
      const reading = readings.get(name);
      return [name, reading && typeof cell === 'string' ? readWritten(cell, reading) : cell];
    });
    return JSON.stringify(Object.fromEntries(cells));
  });
  return new Blob([lines.join('\n')], { type: rows.type });
}
