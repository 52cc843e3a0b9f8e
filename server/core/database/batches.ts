import { Readable } from 'node:stream';

const firstBatch = 128;
const largestBatch = 2048;
// Larger database rows are assembled from chunks of this size, which decodes and encodes them again and creates garbage
// of many times their size.
const bytesPerBatch = 64 * 1024;
const bytesPerPiece = 2 * bytesPerBatch;

/**
 * A batch as PostgreSQL returns it starts with this many digits, the place at which the next one begins; 0 if nothing
 * follows. The rows follow as comma-separated JSON.
 */
export const placeDigits = 10;

/** A part of a list as JSON. */
export interface Batch {
  rows: Buffer | undefined;
  isLast: boolean;
}

/** Reads the next batch of about that many items. */
export type ReadBatch = (items: number) => Promise<Batch>;

/** Splits the result of a statement; nothing follows if there is no row. */
export function takeApart(batch: Buffer | undefined): { index: number; rows: Buffer | undefined } {
  const rows = batch?.subarray(placeDigits);
  return { index: Number(batch?.toString('latin1', 0, placeDigits) ?? 0), rows: rows?.length ? rows : undefined };
}

const comma = Buffer.from(',');

/** The first batch of a list, for {@link joinBatches}. */
export const readFirst = (read: ReadBatch): Promise<Batch> => read(firstBatch);

/**
 * The rows of a list, read in batches: while a small one is written the next one is fetched, never more, and none
 * without a reader.
 */
export async function* joinBatches(read: ReadBatch, first?: Batch): AsyncGenerator<Buffer> {
  let size = firstBatch;
  let batch = first ?? (await readFirst(read));
  for (let isFirst = true; ; ) {
    const { rows, isLast } = batch;
    size = sizeAfter(rows, size);
    // Two batches of large items at once would be megabytes for each reader.
    const isAhead = !isLast && (rows?.length ?? 0) <= bytesPerPiece;
    const pending = isAhead ? read(size) : undefined;
    // Handled when awaited; if the consumer stops reading before, the error is ignored.
    pending?.catch(() => {});
    if (rows) {
      if (!isFirst) yield comma;
      yield* piecesOf(rows);
      isFirst = false;
    }
    if (isLast) return;
    batch = await (pending ?? read(size));
  }
}

/** So that the stream requests the next batch when the last piece of a large one is written, not when the first is. */
function* piecesOf(rows: Buffer): Generator<Buffer> {
  for (let at = 0; at < rows.length; at += bytesPerPiece) yield rows.subarray(at, at + bytesPerPiece);
}

/**
 * Keeps batches at about the same number of bytes, whatever the size of the items; powers of two, so that few
 * statements are prepared.
 */
function sizeAfter(rows: Buffer | undefined, items: number): number {
  const fitting = rows ? (items * bytesPerBatch) / rows.length : 2 * items;
  return Math.min(largestBatch, 2 ** Math.max(0, Math.floor(Math.log2(fitting))));
}

/** A stream of a JSON text; one batch fills it, so that it does not wait for a second one. */
export const streamOf = (text: AsyncIterable<Buffer>): Readable =>
  Readable.from(text, { objectMode: false, highWaterMark: bytesPerBatch / 4 });
