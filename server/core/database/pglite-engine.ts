import { PGlite, types } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/**
 * 128 MB by default, which are taken at the start and never released. Other pages are in the operating system's file
 * cache.
 */
const sharedBuffers = 'shared_buffers=16MB';

/**
 * Starts an embedded PostgreSQL in the current thread with the extensions that the tables need, empty or from a copy of
 * another data folder.
 */
export const startPglite = (folder: string, copy?: Blob): Promise<PGlite> =>
  PGlite.create({
    dataDir: folder,
    extensions: { pg_trgm, btree_gin },
    parsers: { [types.INT8]: Number },
    startParams: [...PGlite.defaultStartParams, '-c', sharedBuffers],
    ...(copy && { loadDataDir: copy }),
  });
