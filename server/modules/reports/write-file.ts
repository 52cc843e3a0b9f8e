import { createHash, type Hash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database, Query } from '../../core/database/database.ts';
import type { Deps } from '../../core/deps.ts';
import { itemExporter } from '../../core/files/export-item.ts';
import type { TemplateModel } from '../../core/template-model.ts';
import { loadTemplate } from '../../core/template-models.ts';
import { listItemsAfter } from './export-repository.ts';

/** How much is read at a time: so many items, or those that begin within so many bytes, of which there is always one. */
const batch = { items: 500, bytes: 1024 * 1024 };

/** How many letters are handed on at a time. */
const chunkLength = 64 * 1024;

/** What was written. */
export interface WrittenFile {
  /** Hex. */
  sha256: string;
  bytes: number;
}

/**
 * Writes all items of a template as one file; nothing where the instance has no such template any more, and none either
 * while a save of the template still changes its items.
 */
export async function writeFile(
  { database, files }: Pick<Deps, 'database' | 'files'>,
  instanceId: number,
  templateId: string,
  key: string,
  signal: AbortSignal,
): Promise<WrittenFile | 'changing' | undefined> {
  const read = async (query: Query): Promise<Read | 'changing' | undefined> => {
    const template = await loadTemplate(query, instanceId, templateId);
    if (!template) return undefined;
    if (template.change) return 'changing';
    const stream = new PassThrough();
    const stored = files.put(key, stream);
    // A store that has given up reads no more, and what is written for it would wait for ever.
    stored.catch((error: unknown) => stream.destroy(error as Error));
    const measure = { hash: createHash('sha256'), bytes: 0 };
    await pipeline(fileChunks(query, template, measure, signal), stream, { signal }).catch(async (error: unknown) => {
      // Where it is the store that has failed, its own reason says more than the broken stream.
      await stored;
      throw error;
    });
    return { stored, measure };
  };
  const done = await withOneState(database, read);
  if (!done || done === 'changing') return done;
  // What the store still does with the last of it must not keep the transaction open.
  await done.stored;
  return { sha256: done.measure.hash.digest('hex'), bytes: done.measure.bytes };
}

interface Measure {
  hash: Hash;
  bytes: number;
}

interface Read {
  stored: Promise<void>;
  measure: Measure;
}

/** A server gives one state of all items. The embedded database has one connection, so others are let in between. */
const withOneState = <T>(database: Database, read: (query: Query) => Promise<T>): Promise<T> =>
  database.kind === 'pglite'
    ? read(database.query)
    : database.transaction(async (_tx, query) => {
        await query('set transaction isolation level repeatable read, read only', []);
        return read(query);
      });

async function* fileChunks(query: Query, template: TemplateModel, measure: Measure, signal: AbortSignal) {
  for await (const text of fileText(query, template, signal)) {
    const chunk = Buffer.from(text);
    measure.hash.update(chunk);
    measure.bytes += chunk.length;
    yield chunk;
  }
}

/** A JSON array with an item a line, in the order of their ids, in pieces. */
async function* fileText(query: Query, template: TemplateModel, signal: AbortSignal): AsyncGenerator<string> {
  const write = itemExporter(template.tree);
  let text = '[';
  let last = 0;
  for (;;) {
    signal.throwIfAborted();
    const items = await listItemsAfter(query, template.key, last, batch);
    if (items.length === 0) break;
    for (const { id, values } of items) {
      text += last === 0 ? '\n' : ',\n';
      last = id;
      for (const piece of write(id, values)) {
        text += piece;
        if (text.length < chunkLength) continue;
        // Whoever takes it says when there is room for the next, and others have their turn meanwhile.
        yield text;
        text = '';
        signal.throwIfAborted();
      }
    }
  }
  yield last === 0 ? `${text}]\n` : `${text}\n]\n`;
}
