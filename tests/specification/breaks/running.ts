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
    row: '5.running.secret-key',
    says: 'A backup is restored with another secret key.',
    file: 'server/backup/restore.ts',
    before: 'if (manifest.key === keyFingerprint(secrets) || withoutSecrets) return;',
    after: 'return;',
  },
  {
    row: '5.running.backup-resumed',
    says: 'A file of the same length is taken for the right one.',
    file: 'server/backup/archive-files.ts',
    before: 'return found?.sha256 === file.sha256 && found.bytes === file.bytes;',
    after: 'return found?.bytes === file.bytes;',
  },
  {
    row: '5.running.restore',
    says: 'The triggers are lost.',
    file: 'server/backup/without-checks.ts',
    before: '  for (const { definition } of triggers) await query(definition, []);\n',
    after: '',
  },
  {
    row: '5.running.no-secrets',
    says: 'The hashes of tokens are in the archive of a workspace.',
    file: 'server/backup/workspace-tables.ts',
    before: "    without: ['token_hash'],\n",
    after: '',
  },
  {
    row: '5.running.export-workspace',
    says: 'Activity leads to items of the template that has the key on the other server.',
    file: 'server/backup/workspace-tables.ts',
    before: "      details: `t.details || ${movedIn('t.details', 'key', 'templates')}",
    after: '      details: `t.details',
  },
];
