import { items } from '@quartermaster/contract/endpoints/items.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { proposalShapes } from '@quartermaster/contract/shapes/proposals.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../core/app/deps.ts';
import { isCalledByAssistant } from '../../core/app/internal-calls.ts';
import { route } from '../../core/app/route.ts';
import { createTurns } from '../../core/base/turns.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { applyProposal, declineProposal, drawProposal } from './decide-service.ts';
import { checkProposed, createProposal, listProposals, listProposedRows, readProposal } from './proposal-service.ts';

interface Called {
  caller: InstanceCaller;
  request: FastifyRequest;
}

const originOf = ({ actor }: InstanceCaller) => {
  if (isCalledByAssistant()) return 'assistant';
  return actor.kind === 'token' ? 'api' : 'form';
};

export const proposalRoutes = (app: App): void => {
  const { deps } = app;
  // Each check reads all items of a proposal.
  const message = 'Too many proposals are being checked. Please try again in a moment.';
  const looks = createTurns({ atOnce: 3, waiting: 60, ofOne: 20, message });
  const turns = createTurns({ atOnce: 3, waiting: 20, ofOne: 6, message });
  const inTurn = <T>({ caller, request }: Called, work: () => Promise<T>) =>
    turns(work, { key: caller.instanceId, signal: request.signal });

  route(app, proposals.check, proposalShapes.check, (context) =>
    inTurn(context, async () => {
      if (context.body.chart) demand(items.chart, context.caller.grants);
      return checkProposed(deps, context.caller, context.body);
    }),
  );

  route(app, proposals.create, proposalShapes.create, (context) => {
    const { caller, body } = context;
    return inTurn(context, () => createProposal(deps, caller, body, originOf(caller)));
  });

  route(app, proposals.list, proposalShapes.list, ({ caller, query }) =>
    listProposals(deps.database.query, caller.instanceId, query),
  );

  route(app, proposals.get, proposalShapes.get, ({ caller, params, request: { signal } }) =>
    looks(() => readProposal(deps, caller, params.proposalId), { key: caller.instanceId, signal }),
  );

  route(app, proposals.listRows, proposalShapes.listRows, ({ caller, params, query, request: { signal } }) =>
    looks(() => listProposedRows(deps, caller, params.proposalId, query), { key: caller.instanceId, signal }),
  );

  route(app, proposals.chart, proposalShapes.chart, async ({ caller, params, body, request: { signal } }) => {
    const draw = () => drawProposal(deps, caller, params.proposalId, body);
    return { chart: await looks(draw, { key: caller.instanceId, signal }) };
  });

  route(app, proposals.apply, proposalShapes.apply, async (context) => {
    const { caller, params, body } = context;
    return inTurn(context, () => applyProposal(deps, caller, params.proposalId, body));
  });

  route(app, proposals.decline, proposalShapes.decline, async ({ caller, params, body }) => ({
    proposal: await declineProposal(deps, caller, params.proposalId, body),
  }));
};
