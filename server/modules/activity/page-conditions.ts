import type { ActivityFilters } from '@quartermaster/contract/endpoints/activity.ts';
import type { Bind } from '../../core/database/binder.ts';
import type { View } from './view-service.ts';

/** What the entries of a page have in common besides their project and time. */
interface Condition {
  /** Its part of the name of the statement. */
  part: string;
  /** SQL: whether the entries of a group, `g`, meet it. */
  groups: string;
  /** SQL: the same of an entry, `a`: there is an index of entries for each of these, one of which has to hold; none without an index. */
  entries: readonly string[];
}

/** Conditions, those first that the fewest entries are likely to meet; undefined if no entry can meet them. */
export function conditionsOf(
  { instances, hasMembers, isWhole }: View,
  { env, kind, origin, person, template }: ActivityFilters,
  bind: Bind,
): Condition[] | undefined {
  // Changes of members are in no instance, and everything else is in one.
  const seesMembers = hasMembers && env === undefined && origin === undefined && (kind ?? 'members') === 'members';
  const seen = kind === 'members' ? [] : instances.filter((instance) => env === undefined || instance.env === env);
  if (seen.length === 0 && !seesMembers) return undefined;

  const conditions: Condition[] = [];
  if (template !== undefined) {
    const id = bind(template, 'text');
    // An entry of several templates is found by its group.
    conditions.push({ part: 'template', groups: `g.template_ids @> array[${id}]`, entries: [`a.template_id = ${id}`] });
  }
  if (person !== undefined) {
    const id = bind(person, 'int');
    conditions.push({ part: 'person', groups: `g.account_id = ${id}`, entries: [`a.account_id = ${id}`] });
  }
  // With a kind or an origin, groups are found by instance, too.
  if (!isWhole || env !== undefined || kind !== undefined || origin !== undefined) {
    const ids = seen.map(({ id }) => bind(id, 'int'));
    const inSeen = ids.length > 0 ? [`g.instance_id = any(array[${ids.join(', ')}])`] : [];
    const ofMembers = (alias: string) => (seesMembers ? [`${alias}.instance_id is null`] : []);
    // Instances that are all that there is narrow nothing.
    const isAll = isWhole && seen.length === instances.length;
    conditions.push({
      part: `${ids.length}${seesMembers ? '-or-no' : ''}-instance`,
      groups: `(${[...inSeen, ...ofMembers('g')].join(' or ')})`,
      entries: isAll ? [] : [...ids.map((id) => `a.instance_id = ${id}`), ...ofMembers('a')],
    });
  }
  if (kind !== undefined && !seesMembers)
    conditions.push({ part: 'kind', groups: `g.kind = ${bind(kind, 'text')}`, entries: [] });
  if (origin !== undefined)
    conditions.push({ part: 'origin', groups: `g.origin = ${bind(origin, 'text')}`, entries: [] });
  return conditions;
}
