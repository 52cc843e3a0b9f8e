import type { TemplateModel } from '../../content/model/template-model.ts';
import { loadTemplate } from '../../content/model/template-models.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Query } from '../../core/database/database.ts';
import { itemExporter } from '../../core/files/export-item.ts';
import type { ExportedFileId } from '../../core/files/exported-file-name.ts';
import { findUnchanged, hashContent, listItemsAfter } from './export-repository.ts';
import { schemaHash } from './schema-hash.ts';
import { type StoredText, storeText, type WrittenFile } from './store-text.ts';

/** How much is read at a time: that many items, or those that begin within that many bytes, but at least one. */
const batch = { items: 500, bytes: 1024 * 1024 };

/** A file of a template, with the hashes of its structure and of what it was written from. */
export interface WrittenTemplate extends WrittenFile {
  schemaSha256: string;
  contentHash: string | null;
  /** True if an earlier export has written it, and this one nothing. */
  isUnchanged?: boolean;
}

/** How many characters are passed on at a time. */
const chunkLength = 64 * 1024;

/**
 * Writes all items of a template as one file, with texts in all languages or in one. Returns `undefined` if the template
 * was deleted, `changing` while a template change is in progress. Writes nothing if an earlier export has written the same,
 * unless `isForced`.
 */
export async function writeFile(
  deps: Pick<Deps, 'database' | 'unit' | 'files'>,
  instanceId: number,
  { template_id, language }: ExportedFileId,
  { key, isForced = false, signal }: { key: string; isForced?: boolean; signal: AbortSignal },
): Promise<WrittenTemplate | 'changing' | undefined> {
  const read = async (query: Query): Promise<ReadTemplate | WrittenTemplate | 'changing' | undefined> => {
    const template = await loadTemplate(query, instanceId, template_id);
    if (!template) return undefined;
    if (template.change) return 'changing';
    // Without a snapshot, items may change while they are read.
    const contentHash = deps.database.kind === 'postgres' ? await hashContent(query, template.key) : null;
    const unchanged =
      contentHash === null || isForced
        ? undefined
        : await findUnchanged(query, { instanceId, template_id, language, contentHash });
    if (unchanged) return { ...unchanged, contentHash, isUnchanged: true };
    const text = await storeText(deps.files, key, fileText(query, template, language ?? undefined, signal), signal);
    return { text, schemaSha256: schemaHash(template.tree), contentHash };
  };
  const done = await withOneState(deps, read);
  if (!done || done === 'changing' || !('text' in done)) return done;
  const { text, ...hashes } = done;
  // Waiting for the store must not keep the transaction open.
  return { ...(await text.stored()), ...hashes };
}

interface ReadTemplate extends Pick<WrittenTemplate, 'schemaSha256' | 'contentHash'> {
  text: StoredText;
}

/**
 * On a server, one snapshot for all items. The embedded database has one connection, so other queries run in between.
 */
const withOneState = <T>(
  { database, unit }: Pick<Deps, 'database' | 'unit'>,
  read: (query: Query) => Promise<T>,
): Promise<T> =>
  database.kind === 'pglite'
    ? read(database.query)
    : unit(async ({ query }) => {
        await query('set transaction isolation level repeatable read, read only', []);
        return read(query);
      });

/** A JSON array with one item per line, ordered by id, in pieces. */
async function* fileText(
  query: Query,
  template: TemplateModel,
  language: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const write = itemExporter(template.tree, language);
  let text = '[';
  let last = 0;
  for (;;) {
    signal.throwIfAborted();
    const items = await listItemsAfter(query, { templateKey: template.key, after: last, most: batch });
    if (items.length === 0) break;
    for (const { id, values } of items) {
      text += last === 0 ? '\n' : ',\n';
      last = id;
      for (const piece of write(id, values)) {
        text += piece;
        if (text.length < chunkLength) continue;
        // The consumer applies backpressure, and other work gets its turn meanwhile.
        yield text;
        text = '';
        signal.throwIfAborted();
      }
    }
  }
  yield last === 0 ? `${text}]\n` : `${text}\n]\n`;
}
