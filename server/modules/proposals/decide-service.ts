import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';
import type { BeforeAndAfter } from '@quartermaster/contract/endpoints/items.ts';
import type { Proposal, proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { declineRule } from '@quartermaster/contract/rules/proposals.ts';
import type { NewChangeSet } from '../../content/change-sets/change-set-repository.ts';
import { decideBy, sidesOf } from '../../content/change-sets/imports/decide.ts';
import { applyNow } from '../../content/change-sets/run/apply-now.ts';
import type { AskDeps } from '../../content/checks/ask-checks.ts';
import { projectOf, reserveIds } from '../../content/documents/item-repository.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Unit } from '../../core/app/unit.ts';
import { accountOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { throwChanged } from '../imports/import-service.ts';
import { changeSetOf, drawChecked } from './change-set-service.ts';
import { type CheckedChanges, checkChanges, fingerprintOf, readStored, rightsOf } from './check-service.ts';
import { firstRowsOf, toCheck, toProposal } from './describe-proposal.ts';
import { decisionLetter } from './letters.ts';
import { checkStored, explainGrown, getProposal } from './proposal-service.ts';
import {
  type Decision,
  findName,
  findProposer,
  lockOpen,
  type ProposalRow,
  readChanges,
  storeDecision,
} from './repository.ts';

type Resolution = Input<typeof proposals.apply>['body'];

const notOpen = (): AppError =>
  new AppError('changed', { message: 'This proposal was decided already. Reload it to see the decision.' });

const notReviewed = (): AppError =>
  new AppError('changed', {
    message: 'Applying the proposal would not do what you have reviewed. Look at it again, and try again.',
  });

/** Otherwise the proposer would read that it was applied. */
const nothingLeft = (): AppError =>
  new AppError('invalid', {
    message: 'Everything that the proposal would change is left out. Decline it instead.',
  });

/** Applies a proposal as one change set, with the rights of the caller. */
export async function applyProposal(
  deps: Deps,
  caller: InstanceCaller,
  id: number,
  { fingerprint, leave_out: leaveOut = [], ...resolution }: Resolution,
): Promise<{ proposal: Proposal; changed_items: number }> {
  const { query } = deps.database;
  const { instanceId, actor } = caller;
  const row = await getProposal(query, instanceId, id);
  if (row.state !== 'open') throw notOpen();
  const rights = rightsOf(caller);
  const complete = await checkStored(deps, row, rights);
  if (fingerprintOf(complete) !== fingerprint) throw notReviewed();
  const checked = leaveOut.length === 0 ? complete : await checkWithout(deps, caller, row, leaveOut);
  if (!isAboutSameItems(checked, complete)) throw notReviewed();
  await refuseBlocked(query, checked, complete, resolution);
  const { added, changed, conflict, refused } = checked.counts;
  if (added + changed + conflict === 0 && leaveOut.length + refused > 0) throw nothingLeft();
  const at = deps.clock.now();
  const firstId =
    checked.newRows > 0 ? await reserveIds(query, await projectOf(query, instanceId), checked.newRows) : 0;
  const changeSet = changeSetOf(caller, checked, { decisions: resolution, rights, firstId, fingerprint });
  const created: NewChangeSet = {
    ...{ actor, note: row.title, request: { selection: null }, reviewId: null, at, contentFrom: 'proposal' },
    counts: { added, updated: changed + conflict, removed: 0 },
  };
  const before = async (unit: Unit) => {
    if (!(await lockOpen(unit.query, id))) throw notOpen();
  };
  const end = (unit: Unit, changeSetId: number | null) =>
    storeDecided(unit, row, { state: 'applied', accountId: accountOf(actor), note: '', changeSetId, at });
  const applied =
    changeSet.items.length > 0
      ? await applyNow(deps, changeSet, created, { before, after: end }).catch(throwChanged)
      : undefined;
  if (!applied?.id)
    await deps.unit(async (unit) => {
      await before(unit);
      await end(unit, null);
    });
  const counts = applied?.counts;
  return {
    proposal: toProposal(await getProposal(query, instanceId, id)),
    changed_items: counts ? counts.added + counts.updated : 0,
  };
}

/** A number field of all items of a template before and after an open proposal. */
export async function drawProposal(
  deps: AskDeps,
  caller: InstanceCaller,
  id: number,
  { chart, leave_out: leaveOut = [], ...decisions }: Input<typeof proposals.chart>['body'],
): Promise<BeforeAndAfter> {
  const { query } = deps.database;
  const row = await getProposal(query, caller.instanceId, id);
  if (row.state !== 'open') throw notOpen();
  const checked = await checkWithout(deps, caller, row, leaveOut);
  return drawChecked(query, caller, checked, { ...decisions, chart, rights: rightsOf(caller) });
}

/** True if each line that is not refused concerns the same item, in the same state, as in the check that was reviewed. */
function isAboutSameItems({ parts }: CheckedChanges, complete: CheckedChanges): boolean {
  const reviewed = new Map(complete.parts.flatMap(({ rows }) => rows.map((row) => [row.line, row])));
  return parts.every(({ rows }) =>
    rows.every(({ line, outcome, id, version, hash }) => {
      const before = reviewed.get(line);
      return outcome === 'refused' || (before?.id === id && before.version === version && before.hash === hash);
    }),
  );
}

/** Checks the proposal as if some of its lines were not there: others may need them. */
async function checkWithout(
  deps: AskDeps,
  caller: InstanceCaller,
  { id, instance_id: instanceId, items }: ProposalRow,
  lines: readonly number[],
): Promise<CheckedChanges> {
  const { query } = deps.database;
  const other = lines.find((line) => line > items);
  if (other !== undefined)
    throw new AppError('invalid', { fields: { leave_out: `the proposal has no line ${other}` } });
  const changes = await readStored(query, instanceId, await readChanges(query, id));
  return checkChanges(deps, changes, { rights: rightsOf(caller), without: new Set(lines) }).catch(explainGrown);
}

/** Throws what prevents a proposal from being applied, with the check. Refused rows are left out only if the review has shown them so. */
async function refuseBlocked(
  query: Query,
  checked: CheckedChanges,
  complete: CheckedChanges,
  { leave_out_refused, ...decisions }: Omit<Resolution, 'fingerprint' | 'leave_out'>,
): Promise<void> {
  const details = async (first: ImportOutcome) => ({
    check: toCheck(checked),
    rows: await firstRowsOf(query, checked, first),
  });
  const reviewed = refusedLines(complete);
  if ([...refusedLines(checked)].some((line) => !leave_out_refused || !reviewed.has(line)))
    throw new AppError('invalid', {
      message: 'Some items are refused, so nothing was changed. Leave them out, or decline the proposal.',
      details: await details('refused'),
    });
  const decide = decideBy(decisions);
  const isOpen = checked.parts.some(({ rows }) =>
    rows.some((row) => row.outcome === 'conflict' && !sidesOf(row, decide(row))),
  );
  if (isOpen)
    throw new AppError('conflict', {
      message: 'Some items were changed since this was proposed. Decide which values to keep.',
      details: await details('conflict'),
    });
}

const refusedLines = ({ parts }: CheckedChanges): ReadonlySet<number> =>
  new Set(parts.flatMap(({ rows }) => rows.flatMap(({ line, outcome }) => (outcome === 'refused' ? line : []))));

/** Declines a proposal. */
export async function declineProposal(
  deps: Pick<Deps, 'database' | 'unit' | 'clock'>,
  { instanceId, actor }: InstanceCaller,
  id: number,
  typed: { note?: string },
): Promise<Proposal> {
  const { query } = deps.database;
  const { note } = await checkRule(declineRule, typed);
  const row = await getProposal(query, instanceId, id);
  const at = deps.clock.now();
  await deps.unit(async (unit) => {
    if (!(await lockOpen(unit.query, id))) throw notOpen();
    const decision = { state: 'declined', accountId: accountOf(actor), note, changeSetId: null, at } as const;
    await storeDecided(unit, row, decision);
  });
  return toProposal(await getProposal(query, instanceId, id));
}

/** Stores a decision on a locked proposal, and informs the proposer. */
async function storeDecided({ query, post }: Unit, { id, instance_id: instanceId }: ProposalRow, decision: Decision) {
  await storeDecision(query, id, decision);
  const proposer = await findProposer(query, id);
  if (!proposer || proposer.account_id === decision.accountId) return;
  const { email: to, project, env, title } = proposer;
  const by = await findName(query, decision.accountId);
  const { state, note } = decision;
  await post(decisionLetter({ to, by, project, env, title, state, note, instanceId, proposalId: id }));
}
