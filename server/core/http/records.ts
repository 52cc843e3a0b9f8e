import type { RecordKind } from '@quartermaster/contract/endpoints/body-kinds.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { AppError } from '../base/errors.ts';
import { createPauses } from '../base/pauses.ts';
import type { ChunkReader } from './chunk-reader.ts';
import { readCsv } from './csv-records.ts';
import { atLine, type BodyRecord, lineError, type PlacedRecord, readJsonLines } from './record-lines.ts';
import { readXliff } from './xliff-records.ts';

/**
 * The records of a body, which is read as they are requested. A record counts against the memory for bodies until the
 * next one is requested. They can be read once.
 */
export interface Records<T> extends AsyncIterable<BodyRecord<T>> {
  readonly kind: RecordKind;
  /** All records, which count until the response has ended; throws 422 if there are more of them, or of their values. */
  readAll: (most: MostRecords) => Promise<BodyRecord<T>[]>;
}

/** How many records, and values in all of them, are read at once: an empty value takes a byte of CSV, but far more memory. */
export interface MostRecords {
  records: number;
  values: number;
  /** Values in any one of them. */
  valuesOfOne?: number;
}

const tooMany = (most: number, what: string): AppError =>
  new AppError('invalid', { message: `Send at most ${numberText(most)} ${what} at once.` });

const readers: Record<RecordKind, (chunks: ChunkReader) => AsyncGenerator<PlacedRecord>> = {
  'json-lines': readJsonLines,
  csv: readCsv,
  xliff: readXliff,
};

/** A body of records that is not read yet. */
export class RecordBody {
  readonly kind: RecordKind;
  readonly #chunks: ChunkReader;

  constructor(kind: RecordKind, chunks: ChunkReader) {
    this.kind = kind;
    this.#chunks = chunks;
  }

  /** The records, each checked by a function that throws validation errors. */
  records<T>(check: (value: unknown) => T): Records<T> {
    const read = (isKept: boolean) => this.#read(check, isKept);
    return {
      kind: this.kind,
      [Symbol.asyncIterator]: () => read(false),
      readAll: async (most) => {
        const all: BodyRecord<T>[] = [];
        let values = 0;
        for await (const record of read(true)) {
          const count = Object.keys(record.value as object).length;
          values += count;
          if (most.valuesOfOne !== undefined && count > most.valuesOfOne)
            throw lineError(
              'invalid',
              record.line,
              `has ${numberText(count)} values, and at most ${numberText(most.valuesOfOne)} are read`,
            );
          if (all.length === most.records) throw tooMany(most.records, 'records');
          if (values > most.values) throw tooMany(most.values, 'values');
          all.push(record);
        }
        return all;
      },
    };
  }

  async *#read<T>(check: (value: unknown) => T, isKept: boolean): AsyncGenerator<BodyRecord<T>> {
    const chunks = this.#chunks;
    const pause = createPauses();
    try {
      for await (const { line, value, end } of readers[this.kind](chunks)) {
        // Records that have arrived together are read without waiting.
        await pause();
        yield { line, value: atLine(line, () => check(value)) };
        if (!isKept) chunks.release(end);
      }
    } finally {
      chunks.close();
    }
  }
}
