import { plans } from '@quartermaster/contract/access.ts';
import type { ImportDecisions } from '@quartermaster/contract/endpoints/imports.ts';
import type { BeforeAndAfter, ChartedField } from '@quartermaster/contract/endpoints/items.ts';
import { drawBeforeAndAfter } from '../../content/change-sets/before-and-after.ts';
import type { ChangeSet } from '../../content/change-sets/change-set.ts';
import { decideBy } from '../../content/change-sets/imports/decide.ts';
import { proposedChangeSet } from '../../content/change-sets/imports/proposed-change-set.ts';
import { provisionalId } from '../../content/change-sets/imports/provisional-ids.ts';
import { toPlace } from '../../content/model/instance-pair.ts';
import type { Query } from '../../core/database/database.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { throwChanged } from '../imports/import-service.ts';
import { type CheckedChanges, fingerprintOf, type Rights } from './check-service.ts';

interface Applying {
  decisions: ImportDecisions;
  rights: Rights;
  /** New items get the ids from it on. */
  firstId: number;
  fingerprint: string;
}

/** The change set of checked changes. */
export const changeSetOf = (
  caller: InstanceCaller,
  { parts }: CheckedChanges,
  { decisions, rights, firstId, fingerprint }: Applying,
): ChangeSet =>
  proposedChangeSet({
    ...{ instance: toPlace(caller), firstId, mayEditReadOnly: rights.mayEditReadOnly },
    templates: parts.flatMap(({ model, rows }) => (model ? [{ model, rows }] : [])),
    decide: decideBy(decisions),
    itemLimit: plans[caller.grants.plan].itemsPerProject,
    fingerprint: fingerprint.slice(0, 12),
  });

interface Drawing extends ImportDecisions {
  chart: ChartedField;
  rights: Rights;
}

/** A number field of all items of a template before and after checked changes; conflicts without a decision are drawn as proposed. */
export function drawChecked(
  query: Query,
  caller: InstanceCaller,
  checked: CheckedChanges,
  { chart, rights, ...decided }: Drawing,
): Promise<BeforeAndAfter> {
  const decisions = { conflicts: 'new', ...decided } as const;
  const applying = { decisions, rights, firstId: provisionalId(0), fingerprint: fingerprintOf(checked) };
  return drawBeforeAndAfter(query, changeSetOf(caller, checked, applying), chart).catch(throwChanged);
}
