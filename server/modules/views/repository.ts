import type { View, ViewList } from '@quartermaster/contract/endpoints/views.ts';
import type { Query } from '../../core/database/database.ts';

/** A template of a project, and the member whose private views count. */
export interface ViewPlace {
  projectId: number;
  templateId: string;
  accountId: number;
}

/** What a change stores of a view. */
export type WrittenView = Pick<View, 'name' | 'is_private' | 'is_first' | 'list'>;

const columns = 'v.id, v.name, v.account_id is not null as is_private, v.is_first, v.version, v.list';

/** The views that a member has: those of the project, and their own. */
const visible = 'v.project_id = $1 and v.template_id = $2 and (v.account_id is null or v.account_id = $3)';

const valuesOf = ({ projectId, templateId, accountId }: ViewPlace) => [projectId, templateId, accountId];

/** Those of the project first, each oldest first. */
export const listViews = (query: Query, scope: ViewPlace): Promise<View[]> =>
  query<View>(
    `select ${columns} from views v where ${visible} order by v.account_id is not null, v.id`,
    valuesOf(scope),
    'views',
  );

/** Lets other changes of the project's views wait. */
export const lockViews = (query: Query, { projectId }: ViewPlace): Promise<unknown> =>
  query('select 1 from projects where id = $1 for no key update', [projectId]);

export const findView = async (query: Query, scope: ViewPlace, id: number): Promise<View | undefined> =>
  (await query<View>(`select ${columns} from views v where ${visible} and v.id = $4`, [...valuesOf(scope), id]))[0];

/** The number of private views of the member, or of those of the project. */
export const countViews = async (query: Query, scope: ViewPlace, isPrivate: boolean): Promise<number> =>
  (
    await query<{ count: number }>(
      `select count(*)::int as count from views v where ${visible} and (v.account_id is not null) = $4`,
      [...valuesOf(scope), isPrivate],
    )
  )[0]?.count ?? 0;

/** The first view of the template, other than this one, is none any more. */
export const unsetFirst = (query: Query, { projectId, templateId }: ViewPlace, id: number): Promise<unknown> =>
  query(`update views set is_first = false where project_id = $1 and template_id = $2 and is_first and id <> $3`, [
    projectId,
    templateId,
    id,
  ]);

const storedOf = ({ accountId }: ViewPlace, { name, is_private, is_first, list }: WrittenView, at: Date) => [
  is_private ? accountId : null,
  name,
  JSON.stringify(list satisfies ViewList),
  is_first,
  at.toISOString(),
];

export async function insertView(query: Query, scope: ViewPlace, view: WrittenView, at: Date): Promise<number> {
  const [row] = await query<{ id: number }>(
    `insert into views (project_id, template_id, account_id, name, list, is_first, version, created_at, updated_at)
      values ($1, $2, $3, $4, $5::text::jsonb, $6, 1, $7::timestamptz, $7::timestamptz) returning id`,
    [scope.projectId, scope.templateId, ...storedOf(scope, view, at)],
  );
  return row?.id ?? 0;
}

export const writeView = (query: Query, scope: ViewPlace, id: number, view: WrittenView, at: Date): Promise<unknown> =>
  query(
    `update views set account_id = $2, name = $3, list = $4::text::jsonb, is_first = $5, version = version + 1, updated_at = $6::timestamptz
      where id = $1`,
    [id, ...storedOf(scope, view, at)],
  );

export const deleteView = (query: Query, id: number): Promise<unknown> =>
  query('delete from views where id = $1', [id]);

/** Deletes the private views of a member in a workspace. */
export async function deleteViewsOf(
  query: Query,
  { workspaceId, accountId }: { workspaceId: number; accountId: number },
): Promise<void> {
  await query(
    `delete from views where account_id = $2 and project_id in (select p.id from projects p where p.workspace_id = $1)`,
    [workspaceId, accountId],
  );
}
