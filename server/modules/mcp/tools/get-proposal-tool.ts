import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { Id } from '@quartermaster/contract/shapes/common.ts';
import { Type } from 'typebox';
import { fittingPage, restOf, type ToolAnswer } from '../answer.ts';
import { Arguments, defineTool, described, instanceOf, limitOf, NumberCursor, type ToolContext } from '../tool.ts';
import { addressOf } from './proposal-tools.ts';

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
    state: Type.Optional(Type.Enum(['open', 'applied', 'declined'], { description: 'Only in the list.' })),
    outcome: Type.Optional(
      Type.Enum(['added', 'changed', 'unchanged', 'conflict', 'refused'], {
        description: 'Only rows with this outcome.',
      }),
    ),
    limit: limitOf(20, 100),
    cursor: NumberCursor,
  }),
  run: (context, { environment, proposal, state, outcome, limit = 20, cursor }) => {
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
  state: 'open' | 'applied' | 'declined' | undefined,
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
  outcome: 'added' | 'changed' | 'unchanged' | 'conflict' | 'refused' | undefined,
): Promise<ToolAnswer> {
  const params = { instanceId, proposalId };
  const { proposal, check, problem } = await context.call(proposals.get, { params });
  const { rows, next } = await fittingPage(async (most) => {
    const query = { limit: most, ...(cursor !== undefined && { cursor }), ...(outcome !== undefined && { outcome }) };
    // Its rows cannot be checked either.
    if (problem !== null) return { rows: [], next: null };
    const found = await context.call(proposals.listRows, { params, query });
    return { rows: found.rows, next: found.next_cursor };
  }, limit);
  const address = addressOf(context.publicUrl, proposalId, instanceId);
  const isOpen = proposal.state === 'open';
  return {
    note: `Proposal ${proposalId} is ${proposal.state}. ${isOpen ? `A person decides at ${address}; the rows are what applying it would do now.` : ''}${restOf(next)}`,
    data: {
      proposal,
      ...(problem !== null && { problem }),
      ...(check && { counts: check.counts }),
      rows,
      next_cursor: next,
    },
  };
}
