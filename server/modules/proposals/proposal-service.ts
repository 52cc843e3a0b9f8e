import { createHash } from 'node:crypto';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { findField } from '@quartermaster/contract/content/field-names.ts';
import type { Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { CheckedProposal, ProposalOrigin, proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { mostOpenProposals, proposalRule } from '@quartermaster/contract/rules/proposals.ts';
import { renameRecord } from '@quartermaster/contract/sheets/rename-record.ts';
import { noVersion, systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import { stillChanging } from '../../content/change-sets/door/wait.ts';
import { readMatching } from '../../content/change-sets/imports/read-request.ts';
import type { AskDeps } from '../../content/checks/ask-checks.ts';
import { findTemplate } from '../../content/model/template-models.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { cutPage, toPageQuery } from '../../core/base/newest-first.ts';
import type { Query } from '../../core/database/database.ts';
import { violates } from '../../core/database/sql-states.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import type { ProposedChanges } from '../../core/tables/proposals.ts';
import { drawChecked } from './change-set-service.ts';
import {
  type CheckedChanges,
  checkChanges,
  proposing,
  type ReadChanges,
  type Rights,
  readStored,
  rightsOf,
  tooLarge,
} from './check-service.ts';
import { firstRowsOf, pageOf, toCheck, toProposal } from './describe-proposal.ts';
import * as repository from './repository.ts';

type Created = Output<typeof proposals.create>;
type NewProposal = Input<typeof proposals.create>['body'];

/** Checks changes without storing anything. */
export async function checkProposed(
  deps: AskDeps,
  caller: InstanceCaller,
  { changes, ignore_unknown, chart }: Input<typeof proposals.check>['body'],
): Promise<CheckedProposal> {
  const { query } = deps.database;
  const read = await readNew(query, caller.instanceId, changes, ignore_unknown);
  const rights = proposing(caller);
  const checked = await checkChanges(deps, read, { rights });
  const found = await answer(query, checked);
  return chart ? { ...found, chart: await drawChecked(query, caller, checked, { chart, rights }) } : found;
}

const answer = async (query: Query, checked: CheckedChanges): Promise<CheckedProposal> => ({
  check: toCheck(checked),
  rows: await firstRowsOf(query, checked),
});

/** Stores a proposal; throws 422 if a row is refused, or if nothing would change. */
export async function createProposal(
  deps: AskDeps & Pick<Deps, 'unit'>,
  caller: InstanceCaller,
  { idempotency_key: key, changes, ignore_unknown, ...typed }: NewProposal,
  origin: ProposalOrigin,
): Promise<Created> {
  const { query } = deps.database;
  const { instanceId, actor } = caller;
  const { title, note } = await checkRule(proposalRule, typed);
  const repeatable = key === undefined ? null : { key, bodyHash: hashOf({ title, note, changes }) };
  const known = await findSame(query, instanceId, repeatable);
  if (known !== undefined) return answerKnown(deps, caller, known);
  const read = await readNew(query, instanceId, changes, ignore_unknown);
  const checked = await checkChanges(deps, read, { rights: proposing(caller) });
  const found = await answer(query, checked);
  refuse(found);
  const versioned = withVersions(read.map(toStored), checked);
  try {
    const id = await deps.unit(async ({ query: inside }) => {
      if ((await repository.countOpen(inside, instanceId)) >= mostOpenProposals)
        throw new AppError('invalid', {
          message: `An instance has at most ${mostOpenProposals} open proposals. Apply or decline some of them first.`,
        });
      const templates = read.map(({ template_id, items, ...one }) => ({
        ...{ template_id, name: 'model' in one ? one.model.label : template_id, items: items.length },
      }));
      const at = deps.clock.now();
      return repository.insertProposal(inside, {
        ...{ instanceId, actor, origin, title, note, templates, changes: versioned, repeatable, at },
      });
    });
    return { proposal: toProposal(await getProposal(query, instanceId, id)), ...found };
  } catch (error) {
    // The same request, made at the same time, has stored it.
    const same = violates(error, 'proposals_idempotency') ? await findSame(query, instanceId, repeatable) : undefined;
    if (same === undefined) throw error;
    return answerKnown(deps, caller, same);
  }
}

/** Changes by ids of fields. */
function toStored({ template_id, match, key, items, ...one }: ReadChanges): ProposedChanges {
  const tree = 'model' in one ? one.model.tree : [];
  const keyId = key === undefined ? undefined : findField(tree, key)?.id;
  return {
    template_id,
    ...(match && { match }),
    ...(keyId !== undefined && { key: keyId }),
    items: items.map((item) => renameRecord(tree, item, { to: 'ids', unknown: 'left out' })),
  };
}

/** Changes with the versions of their items, so that what others change until the decision is a conflict, and not overwritten. */
function withVersions(changes: readonly ProposedChanges[], { parts }: CheckedChanges): ProposedChanges[] {
  const versions = new Map(parts.flatMap(({ rows }) => rows.map(({ line, version }) => [line, version] as const)));
  let line = 0;
  return changes.map((one) => ({
    ...one,
    items: one.items.map((item) => {
      line += 1;
      const isNamed = !isEmpty(item[systemColumns.version]);
      return isNamed ? item : { ...item, [systemColumns.version]: versions.get(line) ?? noVersion };
    }),
  }));
}

/** A stored proposal. The request is repeated for its id: a check that is not possible any more, or not needed, has no rows. */
async function answerKnown(deps: AskDeps, caller: InstanceCaller, id: number): Promise<Created> {
  const { query } = deps.database;
  const row = await getProposal(query, caller.instanceId, id);
  const rights = proposing(caller);
  const none = () => checkChanges(deps, [], { rights });
  const checked = await checkStored(deps, row, rights).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return none();
    throw error;
  });
  return { proposal: toProposal(row), ...(await answer(query, checked)) };
}

const hashOf = (body: object): string => createHash('md5').update(JSON.stringify(body)).digest('hex');

async function findSame(
  query: Query,
  instanceId: number,
  repeatable: { key: string; bodyHash: string } | null,
): Promise<number | undefined> {
  const found = repeatable && (await repository.findRepeated(query, { instanceId, ...repeatable }));
  if (!found) return undefined;
  if (found.is_same) return found.id;
  throw new AppError('invalid', { fields: { idempotency_key: 'this key was used with another body' } });
}

function refuse(details: CheckedProposal): void {
  const { added, changed, conflict, refused } = details.check.counts;
  if (refused > 0)
    throw new AppError('invalid', {
      message: 'Some items are refused, so nothing was proposed. Correct them, or leave them out.',
      details,
    });
  if (added + changed + conflict === 0)
    throw new AppError('invalid', {
      message: 'The items have these values already, so there is nothing to propose.',
      details,
    });
}

/** Finds the templates of new changes; throws 422 for those that are wrong. */
async function readNew(
  query: Query,
  instanceId: number,
  changes: readonly ProposedChanges[],
  ignoresUnknown = false,
): Promise<ReadChanges[]> {
  if (changes.reduce((sum, { items }) => sum + items.length, 0) > contentLimits.batchItems) throw tooLarge();
  const fields: Record<string, string> = {};
  const read: ReadChanges[] = [];
  const seen = new Set<string>();
  for (const [at, one] of changes.entries()) {
    const model = await findTemplate(query, instanceId, one.template_id);
    const path = `changes.${at}`;
    if (seen.has(one.template_id)) fields[`${path}.template_id`] = 'is used twice in this proposal';
    else if (!model) fields[`${path}.template_id`] = 'there is no such template';
    seen.add(one.template_id);
    if (!model) continue;
    if (model.change) throw stillChanging();
    try {
      const matching = readMatching(model, one, 'names');
      read.push({ ...one, model, matching, vocabulary: 'names', ignoresUnknown });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const [name, reason] of Object.entries(error.body.fields ?? {})) fields[`${path}.${name}`] = reason;
    }
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
  return read;
}

export async function listProposals(
  query: Query,
  instanceId: number,
  filters: Input<typeof proposals.list>['query'],
): Promise<Output<typeof proposals.list>> {
  const rows = await repository.listProposals(query, { instanceId, ...toPageQuery(filters ?? {}) });
  const { page, next_cursor } = cutPage(rows, filters ?? {});
  return { proposals: page.map(toProposal), next_cursor };
}

export async function getProposal(query: Query, instanceId: number, id: number): Promise<repository.ProposalRow> {
  const row = await repository.findProposal(query, instanceId, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** What applying a proposal would do now. */
export async function checkStored(deps: AskDeps, row: repository.ProposalRow, rights: Rights): Promise<CheckedChanges> {
  const { query } = deps.database;
  const changes = await readStored(query, row.instance_id, await repository.readChanges(query, row.id));
  return checkChanges(deps, changes, { rights }).catch(explainGrown);
}

/** Explains that items have grown since they were proposed. */
export function explainGrown(error: unknown): never {
  if (!(error instanceof AppError) || error.status !== 413) throw error;
  throw new AppError('too_large', {
    message:
      'The items of this proposal have grown beyond 4 MiB, so it can only be declined. Propose the changes in smaller parts.',
    cause: error,
  });
}

/** A proposal and, if it is open, its check, or the reason why it cannot be checked now. */
export async function readProposal(
  deps: AskDeps,
  caller: InstanceCaller,
  id: number,
): Promise<Output<typeof proposals.get>> {
  const { query } = deps.database;
  const row = await getProposal(query, caller.instanceId, id);
  const proposal = toProposal(row);
  if (row.state !== 'open') return { proposal, check: null, problem: null };
  try {
    return { proposal, check: toCheck(await checkStored(deps, row, rightsOf(caller))), problem: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { proposal, check: null, problem: error.message };
  }
}

/** Rows of a proposal that is not applied, with what applying it would do now. */
export async function listProposedRows(
  deps: AskDeps,
  caller: InstanceCaller,
  id: number,
  filters: Input<typeof proposals.listRows>['query'] = {},
): Promise<Output<typeof proposals.listRows>> {
  const { query } = deps.database;
  const row = await getProposal(query, caller.instanceId, id);
  if (row.state === 'applied') return { rows: [], next_cursor: null };
  const checked = await checkStored(deps, row, rightsOf(caller));
  const { template_id: templateId, outcome, cursor, limit = 50 } = filters;
  const { rows, next } = await pageOf(query, checked, {
    ...{ templateId, limit, from: Number(cursor ?? 1) },
    ...(outcome && { outcomes: [outcome] }),
  });
  return { rows, next_cursor: next === undefined ? null : String(next) };
}
