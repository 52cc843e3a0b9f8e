import type { Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';
import type { BeforeAndAfter } from '@quartermaster/contract/endpoints/items.ts';
import {
  type NewProposal,
  type Proposal,
  type ProposalState,
  type ProposedRow,
  proposals,
} from '@quartermaster/contract/endpoints/proposals.ts';
import { proposalPath } from '@quartermaster/contract/paths.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { isRefusal } from '../http/http-error.ts';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';
import { type Applied, useUndoableChange } from './apply-changes.ts';
import { isLostCursor, type ListPage, type PageWanted, pageQuery } from './list-page.ts';

/** How many rows of a proposal are shown at a time. */
const rowsPerPage = 25;

/** How many rows are requested at a time if all are needed; the most that the server sends. */
const rowsPerCall = 200;

/** Which rows of a proposal are shown. */
interface RowsWanted {
  templateId: string;
  outcome: ImportOutcome | undefined;
  cursor: string | null;
  /** The fingerprint of the check; undefined for a proposal that is not open. */
  fingerprint: string | undefined;
}

/** A number field before and after an open proposal. */
export const drawProposal = async (
  request: Request,
  instanceId: number,
  proposalId: number,
  body: Input<typeof proposals.chart>['body'],
  signal: AbortSignal,
): Promise<BeforeAndAfter> =>
  (await request(proposals.chart, { params: { instanceId, proposalId }, body }, signal)).chart;

/** Proposals of an instance. */
export const proposalQueries = {
  /** Those in a state, newest first. */
  list: (request: Request, instanceId: number, { state, ...page }: PageWanted & { state: ProposalState }) =>
    queryOptions({
      queryKey: [...queryKeys.instance.proposals(instanceId, 'list', state), page],
      queryFn: async ({ signal }): Promise<ListPage<Proposal>> => {
        const query = { ...pageQuery(page), state };
        const answer = completeAnswer(
          await request(proposals.list, { params: { instanceId }, query }, signal),
          'proposals',
        );
        return { rows: answer.proposals, nextCursor: answer.next_cursor };
      },
      placeholderData: keepUnder(queryKeys.instance.proposals(instanceId, 'list', state)),
      meta: { title: 'Proposals', quiet: (error) => isRefusal(error) || isLostCursor(error) },
    }),
  /** One of them, with what it would do now. */
  get: (request: Request, instanceId: number, proposalId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.proposals(instanceId, 'get'), proposalId],
      queryFn: ({ signal }) => request(proposals.get, { params: { instanceId, proposalId } }, signal),
      staleTime: 0,
      meta: { title: 'Proposal', quiet: isRefusal, follow: untilDecided },
    }),
  /** Its rows of a template, of one outcome or all, page by page. */
  rows: (request: Request, instanceId: number, proposalId: number, rowsQuery: RowsWanted) => {
    const key = [...queryKeys.instance.proposals(instanceId, 'rows'), proposalId, rowsQuery.templateId];
    return queryOptions({
      queryKey: [...key, rowsQuery],
      queryFn: ({ signal }) => {
        const { templateId: template_id, outcome, cursor } = rowsQuery;
        const query = { template_id, limit: rowsPerPage, ...(outcome && { outcome }), ...(cursor && { cursor }) };
        return request(proposals.listRows, { params: { instanceId, proposalId }, query }, signal);
      },
      placeholderData: keepUnder(key),
      // The part of the page with the rows shows it.
      meta: { title: 'Rows', quiet: true },
    });
  },
  /** All of its rows. */
  allRows: (request: Request, instanceId: number, proposalId: number, fingerprint: string) =>
    queryOptions({
      queryKey: [...queryKeys.instance.proposals(instanceId, 'all-rows'), proposalId, fingerprint],
      queryFn: async ({ signal }): Promise<ProposedRow[]> => {
        const rows: ProposedRow[] = [];
        let cursor: string | null = null;
        do {
          const query: Input<typeof proposals.listRows>['query'] = { limit: rowsPerCall, ...(cursor && { cursor }) };
          const page: Output<typeof proposals.listRows> = await request(
            proposals.listRows,
            { params: { instanceId, proposalId }, query },
            signal,
          );
          rows.push(...page.rows);
          cursor = page.next_cursor;
        } while (cursor !== null);
        return rows;
      },
      // Without them, decisions are dropped, and asked again.
      meta: { title: 'Rows', quiet: true, isPart: true },
    }),
};

/** Proposes changes to items; the dialog shows failures itself. The toast leads to the proposal. */
export function useProposeChanges(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: async (body: NewProposal): Promise<Proposal> =>
      (await request(proposals.create, { params: { instanceId }, body })).proposal,
    meta: {
      of: 'proposeChanges',
      success: 'The change was proposed',
      offer: (answer) => ({ label: 'Show the proposal', to: proposalPath((answer as Proposal).id, instanceId) }),
      invalidates: [queryKeys.instance.proposals(instanceId)],
    },
  });
}

/** Applies a proposal; the page shows failures itself. The toast has the text for the number of changed items. */
export function useApplyProposal(instanceId: number, proposalId: number, textOf: (items: number) => string) {
  const request = useRequest();
  const queries = useQueryClient();
  return useUndoableChange(instanceId, {
    of: 'applyProposal',
    apply: async (body: Input<typeof proposals.apply>['body']): Promise<Applied & { proposal: Proposal }> => {
      const { proposal, changed_items: count } = await request(proposals.apply, {
        params: { instanceId, proposalId },
        body,
      });
      const [template, ...others] = proposal.templates;
      const scope = template && others.length === 0 ? { templateId: template.template_id } : {};
      const done = { type: 'saved', what: 'items', instanceId, count, ...scope } as const;
      return { id: proposal.change_set_id, text: textOf(count), proposal, ...(count > 0 && { done }) };
    },
    onSuccess: ({ proposal }) => {
      queries.setQueryData(proposalQueries.get(request, instanceId, proposalId).queryKey, decided(proposal));
    },
  });
}

/** Declines a proposal; the dialog shows failures itself. */
export function useDeclineProposal(instanceId: number, proposalId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => request(proposals.decline, { params: { instanceId, proposalId }, body: { note } }),
    onSuccess: ({ proposal }) => {
      queries.setQueryData(proposalQueries.get(request, instanceId, proposalId).queryKey, decided(proposal));
    },
    meta: {
      of: 'declineProposal',
      success: 'The proposal was declined',
      invalidates: [queryKeys.instance.proposals(instanceId), queryKeys.instance.overview(instanceId)],
    },
  });
}

type ProposalAnswer = Output<typeof proposals.get>;

/** What others have decided is shown at once. */
const untilDecided = (current: ProposalAnswer, now: ProposalAnswer): ProposalAnswer =>
  now.proposal.state === 'open' ? current : now;

/** The answer about a proposal that is no longer open. */
const decided = (proposal: Proposal) => ({ proposal, check: null, problem: null });
