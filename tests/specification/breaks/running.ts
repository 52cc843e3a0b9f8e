import type { Break } from '../break.ts';

/** Breaks of backups, restores, and workspaces that move. */
export const running: readonly Break[] = [
  {
    row: '5.running.restore-killed',
    says: 'A server starts on a database that is half restored.',
    file: 'server/core/database/migrate.ts',
    before: '    await refuseUnfinished(locked);\n',
    after: '',
  },
  {
    row: '5.running.restore-refused',
    says: 'A table is not compared with the archive.',
    file: 'server/backup/restore.ts',
    before: 'if (found === rows && hash.value() === content) return;',
    after: 'return;',
  },
  {
    row: '5.running.no-secrets',
    says: 'The hashes of tokens are in the archive of a workspace.',
    file: 'server/backup/workspace-tables.ts',
    before: "    without: ['token_hash'],\n",
    after: '',
  },
];
