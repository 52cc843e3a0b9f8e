import type { Query } from '../core/database/database.ts';
import { numberArray } from '../core/database/pg-array.ts';
import { ArchiveError } from './archive-error.ts';
import type { Manifest } from './manifest.ts';
import { listTables } from './read-tables.ts';
import { leftTables, type MovedTable, movedTables, peopleTables, type Space } from './workspace-tables.ts';
import { type ArchiveSource, writeArchive } from './write-archive.ts';

/** The ids of what belongs to a workspace. */
type Scope = Partial<Record<Space, readonly number[]>>;

/**
 * Writes one workspace with everything that belongs to it, but secrets, as of one moment, while servers run. People are there by name and
 * email address.
 */
export const exportWorkspace = (source: ArchiveSource, folder: string, workspaceId: number): Promise<Manifest> =>
  writeArchive(source, { folder, kind: 'workspace', workspace: workspaceId }, async (query) => {
    const scope = await readScope(query, workspaceId);
    await refuseRunning(query, scope);
    const stored = new Map((await listTables(query)).map(({ name, columns }) => [name, columns]));
    const columnsOf = (name: string) => stored.get(`public.${name}`) ?? [];
    const moved = Object.entries(movedTables).map(([name, table]) => ({
      name: `public.${name}`,
      columns: columnsOf(name).filter((column) => !table.without?.includes(column)),
      unmoved: table.needs === undefined ? unmovedColumns(columnsOf(name), table) : undefined,
      // The ids are others there, in the same order.
      where: conditionOf(table, scope) + (table.without?.includes('id') ? ' order by t.id' : ''),
    }));
    const members = `(select account_id from workspace_members where workspace_id = ${workspaceId})`;
    const people = [
      { name: 'public.accounts', columns: peopleTables.accounts, where: `id in ${members}` },
      {
        name: 'public.workspace_members',
        columns: peopleTables.workspace_members,
        where: `workspace_id = ${workspaceId}`,
      },
    ];
    return {
      tables: [...people, ...moved],
      images: isIn('i.id', scope.instances ?? []),
      left: await countLeft(query, scope),
    };
  });

/** The columns that have the same values on the other server: they prove that the import is complete. */
export const unmovedColumns = (columns: readonly string[], table: MovedTable): string[] => {
  const others = new Set([
    table.id?.[0],
    ...Object.keys(table.refers ?? {}),
    ...Object.keys(table.sets ?? {}),
    ...(table.without ?? []),
  ]);
  return columns.filter((column) => !others.has(column));
};

/** SQL: the rows of a table that belong to the ids. */
export const conditionOf = ({ by: [column, space], where }: Pick<MovedTable, 'by' | 'where'>, scope: Scope): string =>
  `${isIn(`t.${column}`, scope[space] ?? [])} and ${where ?? 'true'}`;

const isIn = (column: string, ids: readonly number[]): string => `${column} = any ('${numberArray(ids)}'::int[])`;

async function readScope(query: Query, workspaceId: number): Promise<Scope> {
  const ids = async (statement: string) => (await query<{ id: number }>(statement, [])).map(({ id }) => id);
  const workspaces = await ids(`select id from workspaces where id = ${workspaceId}`);
  if (workspaces.length === 0) throw new ArchiveError(`There is no workspace ${workspaceId}.`);
  const projects = await ids(`select id from projects where workspace_id = ${workspaceId}`);
  const instances = await ids(`select id from instances where ${isIn('project_id', projects)}`);
  // Deleted templates have a history, too.
  const templates = await ids(
    ['templates', 'template_revisions', 'trash']
      .map(
        (table) =>
          `select ${table === 'templates' ? 'key' : 'template_key'} as id from ${table} where ${isIn('instance_id', instances)}`,
      )
      .join(' union '),
  );
  const changeSets = await ids(`select id from change_sets where ${isIn('target_id', instances)}`);
  const comments = await ids(`select id from comments where ${isIn('project_id', projects)}`);
  return { workspaces, projects, instances, templates, change_sets: changeSets, comments };
}

/** What is half done would be so on the other server, without the job that completes it. */
async function refuseRunning(query: Query, { projects = [], instances = [], templates = [] }: Scope): Promise<void> {
  const running: [statement: string, message: string][] = [
    [
      `select from template_changes where ${isIn('template_key', templates)}`,
      'The items of a template are being changed',
    ],
    [
      `select from change_sets where ${isIn('target_id', instances)} and state = 'running'`,
      'A change set is being applied',
    ],
    [
      `select from releases where ${isIn('target_id', instances)} and state = 'publishing'`,
      'A release is being published',
    ],
    [
      `select from projects where ${isIn('id', projects)} and removal_started_at is not null`,
      'A project is being removed',
    ],
  ];
  for (const [statement, message] of running)
    if ((await query(`${statement} limit 1`, [])).length > 0)
      throw new ArchiveError(`${message}: wait until that has ended.`);
  if ((await query(`select from repeated_keys where ${isIn('template_key', templates)} limit 1`, [])).length > 0)
    throw new ArchiveError(
      'Items have values of a unique field that others have as well (the server names them in its log when it starts): change these first.',
    );
}

async function countLeft(query: Query, scope: Scope): Promise<string[]> {
  const lines: string[] = [];
  for (const [table, left] of Object.entries(leftTables)) {
    if (!left) continue;
    const [column, space, name, advice] = left;
    const [row] = await query<{ rows: number }>(
      `select count(*)::int as rows from ${table} where ${isIn(column, scope[space] ?? [])}`,
      [],
    );
    if (row && row.rows > 0) lines.push(`${name} (${row.rows})${advice ? `: ${advice}` : ''}`);
  }
  const [tokens] = await query<{ rows: number }>(
    `select count(*)::int as rows from project_tokens where ${isIn('project_id', scope.projects ?? [])} and revoked_at is null`,
    [],
  );
  if (tokens && tokens.rows > 0) lines.push(`tokens of projects (${tokens.rows})`);
  return lines;
}
