import { workspaceRoles } from '@quartermaster/contract/access.ts';
import { invitationDays } from '@quartermaster/contract/endpoints/people/members.ts';
import type { Database, Query } from '../core/database/database.ts';
import { numberArray } from '../core/database/pg-array.ts';
import { withLongTimeout } from '../core/database/timeouts.ts';
import type { Files } from '../core/files/files.ts';
import { factorDueSince } from '../core/session/access.ts';
import { ArchiveError } from './archive-error.ts';
import { checkFiles, restoreFiles } from './archive-files.ts';
import { hashRows } from './content-hash.ts';
import { conditionOf, unmovedColumns } from './export-workspace.ts';
import { type ArchivedTable, type Manifest, readManifest } from './manifest.ts';
import { readBytes, readPart } from './parts.ts';
import { listTables, quoted, quotedColumn, readMigrations, readRows, useSameText } from './read-tables.ts';
import { type MovedTable, moved, movedTables, type Space } from './workspace-tables.ts';

/** Where a workspace is imported. */
export interface ImportTarget {
  database: Database;
  files: Files;
  now: Date;
  step?: ((name: string) => void | Promise<void>) | undefined;
}

/** An id of the archive, and its id on this server. */
interface MovedId {
  old: number;
  new: number;
}

/** What was imported. */
export interface ImportedWorkspace {
  manifest: Manifest;
  /** The ids that others know. */
  ids: Record<'workspaces' | 'projects' | 'instances', MovedId[]>;
  joined: string[];
  invited: string[];
}

const trialDays = 14;
const day = 24 * 60 * 60 * 1000;
const visible = ['workspaces', 'projects', 'instances'] as const;

/**
 * Imports a workspace of another server of the same version, next to the others and while servers run: in one transaction, at whose end
 * what has no ids is compared with the archive by its hash. Ids of workspace, projects and instances stay as they are where they are free.
 * Members join if their email address has an account here; the others are invited.
 */
export async function importWorkspace(target: ImportTarget, folder: string): Promise<ImportedWorkspace> {
  const { database, files, step = () => {} } = target;
  const manifest = await readManifest(folder, 'workspace');
  const tables = new Map(manifest.tables.map((table) => [table.name.replace('public.', ''), table]));
  for (const { parts } of [...manifest.tables, manifest.files]) for (const part of parts) await readBytes(folder, part);
  await checkFiles(folder, manifest.files);
  return withLongTimeout(async () => {
    await refuseOtherVersion(database.query, manifest);
    const archive = { folder, tables };
    const ids = {
      workspaces: await chooseIds(database.query, archive, 'workspaces'),
      projects: await chooseIds(database.query, archive, 'projects'),
      instances: await chooseIds(database.query, archive, 'instances'),
    };
    await step('copy files');
    await restoreFiles(files, folder, manifest.files, keyIn(ids.projects));
    const people = await database.transaction((query) => fill(query, { ...target, archive, ids }));
    return { manifest, ids, ...people };
  });
}

interface Archive {
  folder: string;
  tables: ReadonlyMap<string, ArchivedTable>;
}

type Filling = ImportTarget & { archive: Archive; ids: ImportedWorkspace['ids'] };

async function refuseOtherVersion(query: Query, { migrations, version, tables }: Manifest): Promise<void> {
  if ((await readMigrations(query)).join() !== migrations.toSorted().join())
    throw new ArchiveError(
      `The archive was written by another version of Quartermaster (${version}): upgrade both servers to the same one, and export again.`,
    );
  const names = new Set(tables.map(({ name }) => name));
  for (const name of [...Object.keys(movedTables), 'accounts', 'workspace_members'])
    if (!names.has(`public.${name}`))
      throw new ArchiveError(`The archive lacks the table ${name}. Export the workspace again.`);
}

/** Rows of a table as JSON arrays, a part each. */
async function* readArrays({ folder, tables }: Archive, name: string): AsyncGenerator<string> {
  for (const part of tables.get(name)?.parts ?? []) yield `[${(await readPart(folder, part)).join(',')}]`;
}

/** An id that no row of this server has stays; the others are replaced by new ones. */
async function chooseIds(query: Query, archive: Archive, table: (typeof visible)[number]): Promise<MovedId[]> {
  const ids: MovedId[] = [];
  for await (const rows of readArrays(archive, table))
    ids.push(
      ...(await query<MovedId>(
        `select t.id as old, case when exists (select from ${table} o where o.id = t.id)
            then nextval(pg_get_serial_sequence('${table}', 'id'))::int else t.id end as new
          from json_populate_recordset(null::${table}, $1::json) t order by t.id`,
        [rows],
      )),
    );
  return ids;
}

const imageKeyPattern = /^images\/(\d{1,10})\/([0-9a-f]{64}\.[a-z]{2,5})$/;

/** The key of an image in the folder of its project here; nothing but images of the workspace is stored. */
function keyIn(projects: readonly MovedId[]): (key: string) => string {
  const ids = new Map(projects.map((id) => [String(id.old), id.new]));
  return (key) => {
    const [, project = '', name] = imageKeyPattern.exec(key) ?? [];
    const id = ids.get(project);
    if (id === undefined) throw new ArchiveError(`The archive has a file that is no image of the workspace: ${key}.`);
    return `images/${id}/${name}`;
  };
}

async function fill(query: Query, target: Filling): Promise<Pick<ImportedWorkspace, 'joined' | 'invited'>> {
  const { archive, ids, step = () => {} } = target;
  await useSameText(query);
  await query(
    'create temporary table moved_ids (space text, old_id bigint, new_id int, primary key (space, old_id)) on commit drop',
    [],
  );
  for (const space of visible) await addIds(query, space, ids[space]);
  await matchPeople(query, archive);
  const people = await readPeople(query, archive);
  await assignIds(query, archive);
  const columns = new Map((await listTables(query)).map((table) => [table.name, table.columns]));
  for (const [name, table] of Object.entries(movedTables)) {
    await step(`fill ${name}`);
    await fillTable(query, archive, { name, table, columns: columns.get(`public.${name}`) ?? [] });
  }
  for (const space of visible) await raiseSequence(query, space);
  await hashGroups(query);
  await step('compare');
  await compare(query, archive, columns);
  const added = await addPeople(query, target, people);
  await step('commit');
  return added;
}

const addIds = (query: Query, space: Space, ids: readonly MovedId[]): Promise<unknown> =>
  query(
    `insert into moved_ids (space, old_id, new_id) select $1, a, b from unnest($2::text::int[], $3::text::int[]) as ids (a, b)`,
    [space, numberArray(ids.map((id) => id.old)), numberArray(ids.map((id) => id.new))],
  );

/** Addresses are verified when an account registers or changes its own. */
async function matchPeople(query: Query, archive: Archive): Promise<void> {
  for await (const rows of readArrays(archive, 'accounts'))
    await query(
      `insert into moved_ids (space, old_id, new_id)
        select 'accounts', t.id, a.id from json_populate_recordset(null::accounts, $1::json) t join accounts a on lower(a.email) = lower(t.email)`,
      [rows],
    );
}

/** New ids for what only this server knows. Deleted templates are those that their history names. */
async function assignIds(query: Query, archive: Archive): Promise<void> {
  const sources = Object.entries(movedTables).flatMap(([name, { id, refers = {} }]) => [
    ...(id ? [{ name, column: id[0], space: id[1] }] : []),
    ...(['template_revisions', 'trash', 'change_set_templates'].includes(name) && 'template_key' in refers
      ? [{ name, column: 'template_key', space: 'templates' as const }]
      : []),
  ]);
  for (const { name, column, space } of sources) {
    if (space === 'workspaces' || space === 'projects' || space === 'instances') continue;
    const sequence =
      space === 'templates' ? `pg_get_serial_sequence('templates', 'key')` : `pg_get_serial_sequence('${space}', 'id')`;
    for await (const rows of readArrays(archive, name))
      await query(
        `insert into moved_ids (space, old_id, new_id)
          select '${space}', old, nextval(${sequence}) from (
            select distinct t.${column} as old from json_populate_recordset(null::${name}, $1::json) t where t.${column} is not null order by 1
          ) ids on conflict do nothing`,
        [rows],
      );
  }
}

async function fillTable(
  query: Query,
  archive: Archive,
  { name, table, columns }: { name: string; table: MovedTable; columns: readonly string[] },
): Promise<void> {
  const { needs, sets = {}, without = [] } = table;
  const written = columns.filter((column) => column in sets || !without.includes(column));
  const toValue = (column: string): string => {
    const space = table.id?.[0] === column ? table.id[1] : table.refers?.[column];
    return sets[column] ?? (space === undefined ? `t.${quotedColumn(column)}` : moved(space, `t.${column}`));
  };
  const statement = `insert into ${quoted(`public.${name}`)} (${written.map(quotedColumn).join(', ')})
    select ${written.map(toValue).join(', ')} from json_populate_recordset(null::public.${name}, $1::json) t
    ${needs === undefined ? '' : `where t.${needs} is null or ${moved('accounts', `t.${needs}`)} is not null`}`;
  for await (const rows of readArrays(archive, name))
    await query(statement, [rows]).catch((error: unknown) => {
      throw new ArchiveError(`The rows of ${name} do not fit this server: ${(error as Error).message}`, {
        cause: error,
      });
    });
}

/** Ids that stayed may be higher than any that this server has given. */
const raiseSequence = (query: Query, table: string): Promise<unknown> =>
  query(
    `select setval(s, greatest(nextval(s), (select max(id) from ${table}))) from pg_get_serial_sequence('${table}', 'id') s`,
    [],
  );

/** As they are written with new entries. Of groups that only differed in people who are not here, one is found by new entries. */
const hashGroups = (query: Query): Promise<unknown> =>
  query(
    `update activity_groups g set hash = h.hash from (
        select id, hash, row_number() over (partition by hash order by id) as n from (
          select id, md5(concat_ws('|', project_id, coalesce(instance_id, 0), kind, coalesce(origin, ''), coalesce(account_id, 0), actor,
            array_to_string(template_ids, ',')))::uuid as hash
          from activity_groups where id in (select new_id from moved_ids where space = 'activity_groups')
        ) hashed
      ) h where h.id = g.id and h.n = 1`,
    [],
  );

interface Person {
  email: string;
  role_id: number;
  account_id: number | null;
}

/** The members, without an account if there is none with their address. Throws an `ArchiveError` if nobody could manage the workspace. */
async function readPeople(query: Query, archive: Archive): Promise<Person[]> {
  const people: Person[] = [];
  for await (const members of readArrays(archive, 'workspace_members'))
    for await (const accounts of readArrays(archive, 'accounts'))
      people.push(
        ...(await query<Person>(
          `select a.email, m.role_id, ${moved('accounts', 'a.id')} as account_id
            from json_populate_recordset(null::workspace_members, $1::json) m
            join json_populate_recordset(null::accounts, $2::json) a on a.id = m.account_id order by lower(a.email)`,
          [members, accounts],
        )),
      );
  const owners = people.filter(({ role_id }) => role_id === workspaceRoles.owner);
  if (owners.some(({ account_id }) => account_id !== null)) return people;
  throw new ArchiveError(
    `No owner of the workspace has an account on this server: register one of ${owners.map(({ email }) => email).join(', ')}, and import again.`,
  );
}

async function addPeople(
  query: Query,
  { ids, now }: Filling,
  people: readonly Person[],
): Promise<Pick<ImportedWorkspace, 'joined' | 'invited'>> {
  const workspaceId = ids.workspaces[0]?.new ?? 0;
  const joined = people.filter(({ account_id }) => account_id !== null);
  const invited = people.filter(({ account_id }) => account_id === null);
  for (const { account_id, role_id } of joined)
    await query(
      `insert into workspace_members (workspace_id, account_id, role_id, factor_due_at)
        select w.id, $2, $3, ${factorDueSince('$4')} from workspaces w where w.id = $1`,
      [workspaceId, account_id, role_id, now.toISOString()],
    );
  // Without a mail: an owner sends it with "Resend", once the workspace is to be used here.
  for (const { email, role_id } of invited)
    await query(
      `insert into invitations (workspace_id, email, role_id, link_id, sent_at, expires_at) values ($1, $2, $3, gen_random_uuid(), $4, $5)
        on conflict do nothing`,
      [workspaceId, email, role_id, now.toISOString(), new Date(now.getTime() + invitationDays * day).toISOString()],
    );
  // As a new workspace has it: a plan that keeps less would delete history.
  await query(
    `insert into subscriptions (workspace_id, plan, status, members, projects, next_billing_date_at) values ($1, 'teams', 'trial', 1, 0, $2)`,
    [workspaceId, new Date(now.getTime() + trialDays * day).toISOString()],
  );
  return { joined: joined.map(({ email }) => email), invited: invited.map(({ email }) => email) };
}

/** Columns without ids have to be what they were. */
async function compare(query: Query, archive: Archive, columns: ReadonlyMap<string, string[]>): Promise<void> {
  const rows = await query<{ space: Space; id: number }>('select space, new_id as id from moved_ids', []);
  const scope = Object.fromEntries(
    Map.groupBy(rows, ({ space }) => space)
      .entries()
      .map(([space, found]) => [space, found.map(({ id }) => id)]),
  );
  for (const [name, table] of Object.entries(movedTables)) {
    if (table.needs !== undefined) continue;
    const unmoved = unmovedColumns(columns.get(`public.${name}`) ?? [], table);
    const imported = readRows(
      query,
      { name: `public.${name}`, columns: unmoved },
      conditionOf({ by: table.by }, scope),
    );
    if ((await hashRows(imported)) !== archive.tables.get(name)?.unmoved)
      throw new ArchiveError(
        `The table ${name} was imported with other content than the archive has. Nothing was imported.`,
      );
  }
}
