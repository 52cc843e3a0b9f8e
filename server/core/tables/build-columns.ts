import { bigint, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/** Columns of an export as a build, which it is once it is completed. */
export const buildColumns = () => ({
  /** A build with a name is kept until it is deleted or loses the name. */
  name: text(),
  /** The smallest version of the game that can read the build, without trailing zeros; null for any. */
  smallestGameVersion: text('smallest_game_version'),
  /** Key of the signed manifest in the file store; null for exports made before there were builds. */
  buildManifest: text('build_manifest'),
  buildSha256: text('build_sha256'),
  buildBytes: bigint('build_bytes', { mode: 'number' }),
  schemaSha256: text('schema_sha256'),
  /** Set before its files are deleted: from then on, no build takes over its files, and no channel points at it. */
  removingAt: moment('removing_at'),
});
