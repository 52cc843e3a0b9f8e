import type { Query } from '../../../core/database/database.ts';
import { sqlText } from '../../../core/database/sql-text.ts';
import type { TemplateModel } from '../../model/template-model.ts';

/** The state of an instance's content that a trial has seen. */
export interface TrialState {
  /** When it began. */
  at: Date;
  /** The number of applied change sets, whose changes are not found by their time. */
  changeSets: number;
  /** The saves since shortly before it began whose items were read after them. */
  seen: ReadonlySet<string>;
}

/** Items that may have been changed since a trial, and the saves that changed them. */
export interface ChangedItems {
  ids: number[];
  saves: string[];
}

type Template = Pick<TemplateModel, 'key' | 'instanceId'>;

const dayMilliseconds = 86_400_000;

/** Counts the applied change sets of an instance that were created after some time. */
const countChangeSets = async (query: Query, instanceId: number, at: Date): Promise<number> =>
  (
    await query<{ count: number }>(
      "select count(*)::int as count from change_sets where target_id = $1 and created_at > $2::timestamptz and state = 'applied'",
      [instanceId, new Date(at.getTime() - dayMilliseconds).toISOString()],
    )
  )[0]?.count ?? 0;

/** A save begins up to this time before it commits; the clocks of servers may differ. */
const overlapMilliseconds = 60_000;

/** The most saves that are searched through for those that a trial has not seen. */
const maxSeen = 20_000;

/** What a trial that begins now will see. */
export async function startTrial(query: Query, template: Template, at: Date): Promise<TrialState> {
  const changeSets = await countChangeSets(query, template.instanceId, at);
  const saves = await listSaves(query, template.key, at, maxSeen);
  return { at, changeSets, seen: new Set(saves.map(nameOf)) };
}

/** The items that may have been changed since a trial; undefined if they were changed by more saves than `limit`. */
export async function changedSince(
  query: Query,
  { key, instanceId }: Template,
  { at, changeSets, seen }: TrialState,
  limit: number = maxSeen - seen.size,
): Promise<ChangedItems | undefined> {
  if ((await countChangeSets(query, instanceId, at)) !== changeSets) return undefined;
  const saves = (await listSaves(query, key, at, seen.size + limit + 1)).filter((save) => !seen.has(nameOf(save)));
  if (saves.length > limit) return undefined;
  return { ids: [...new Set(saves.map(({ id }) => id))], saves: saves.map(nameOf) };
}

interface Save {
  id: number;
  version: number;
}

const nameOf = ({ id, version }: Save): string => `${id} ${version}`;

const listSaves = (query: Query, templateKey: number, at: Date, limit: number): Promise<Save[]> =>
  query<Save>(
    sqlText`
      select item_id as id, version from item_revisions
      where template_key = $1 and at > $2::timestamptz and change_set_id is null
      limit ${limit}
    `,
    [templateKey, new Date(at.getTime() - overlapMilliseconds).toISOString()],
  );
