import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { Id } from '@quartermaster/contract/shapes/common.ts';
import { ImportOutcome } from '@quartermaster/contract/shapes/imports.ts';
import { ProposalState } from '@quartermaster/contract/shapes/proposals.ts';
import { type Static, Type } from 'typebox';
import { InternalCallError } from '../../../core/app/internal-calls.ts';
import { fittingPage, restOf, type ToolAnswer } from '../answer.ts';
import {
  Arguments,
  defineTool,
  described,
  instanceOf,
  limitOf,
  misplaced,
  NumberCursor,
  type ToolContext,
} from '../tool.ts';
import { addressOf, toRow } from './proposal-tools.ts';

interface Page {
  instanceId: number;
  env: string;
  limit: number;
  cursor: string | undefined;
}

export const getProposalTool = defineTool({
  name: 'get_proposal',
  title: 'Get a proposal',
  description:
    'A proposal: its state (open, applied, declined), the note of the decision, and what its rows would change now. Without `proposal`, the list of proposals, newest first.',
  input: Arguments({
    proposal: Type.Optional(described(Id, 'The number of the proposal.')),
    state: Type.Optional(described(ProposalState, 'Only proposals in this state, in the list.')),
    outcome: Type.Optional(described(ImportOutcome, 'Only rows of the proposal with this outcome.')),
    limit: limitOf(20, 100),
    cursor: NumberCursor,
  }),
  run: (context, { environment, proposal, state, outcome, limit = 20, cursor }) => {
    if (proposal !== undefined && state !== undefined)
      throw misplaced('state', 'is only for the list of proposals: leave it out next to `proposal`');
    if (proposal === undefined && outcome !== undefined)
      throw misplaced('outcome', 'is only for rows of a proposal: name the `proposal`, or leave it out');
    const { id: instanceId, env } = instanceOf(context, environment);
    const page = { instanceId, env, limit, cursor };
    return proposal === undefined
      ? listProposals(context, page, state)
      : readProposal(context, page, proposal, outcome);
  },
});

async function listProposals(
  context: ToolContext,
  { instanceId, env, limit, cursor }: Page,
  state: Static<typeof ProposalState> | undefined,
): Promise<ToolAnswer> {
  const { rows, next } = await fittingPage(async (most) => {
    const query = { limit: most, ...(cursor !== undefined && { cursor }), ...(state !== undefined && { state }) };
    const found = await context.call(proposals.list, { params: { instanceId }, query });
    return { rows: found.proposals, next: found.next_cursor };
  }, limit);
  return {
    note: `Proposals in ${env}, newest first: ${rows.length} on this page.${restOf(next)}`,
    data: { proposals: rows, next_cursor: next },
  };
}

async function readProposal(
  context: ToolContext,
  { instanceId, limit, cursor }: Page,
  proposalId: number,
  outcome: Static<typeof ImportOutcome> | undefined,
): Promise<ToolAnswer> {
  const params = { instanceId, proposalId };
  const { proposal, check, problem } = await context.call(proposals.get, { params });
  const readRows = async (most: number) => {
    const query = { limit: most, ...(cursor !== undefined && { cursor }), ...(outcome !== undefined && { outcome }) };
    const found = await context.call(proposals.listRows, { params, query });
    return { rows: found.rows.map(toRow), next: found.next_cursor, unchecked: null };
  };
  const withoutRows = (unchecked: string) => ({ rows: [], next: null, unchecked });
  const { rows, next, unchecked } =
    problem === null
      ? await fittingPage(readRows, limit).catch((error: unknown) => {
          // Only an open proposal tells beforehand that its rows cannot be checked.
          if (error instanceof InternalCallError && isUncheckable(error)) return withoutRows(error.body.message);
          throw error;
        })
      : withoutRows(problem);
  const address = addressOf(context.publicUrl, proposalId, instanceId);
  const texts = [
    `Proposal ${proposalId} is ${proposal.state}.`,
    proposal.state === 'open' ? `A person decides at ${address}; the rows are what applying it would do now.` : [],
    unchecked === null ? [] : 'Its rows cannot be checked now: `problem` says why.',
  ];
  return {
    note: `${texts.flat().join(' ')}${restOf(next)}`,
    data: {
      proposal,
      ...(unchecked !== null && { problem: unchecked }),
      ...(check && { counts: check.counts }),
      rows,
      next_cursor: next,
    },
  };
}

/** Its items have grown too large, or values of their templates are still being changed. */
const isUncheckable = ({ status }: InternalCallError): boolean => status === 409 || status === 413;
