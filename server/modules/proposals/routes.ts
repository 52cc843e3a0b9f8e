import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { proposalShapes } from '@quartermaster/contract/shapes/proposals.ts';
import type { App } from '../../core/app/deps.ts';
import { isCalledByAssistant } from '../../core/app/own-calls.ts';
import { route } from '../../core/app/route.ts';
import { createTurns } from '../../core/base/turns.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { applyProposal, declineProposal } from './decide-service.ts';
import { checkProposed, createProposal, listProposals, listProposedRows, readProposal } from './proposal-service.ts';

const originOf = ({ actor }: InstanceCaller) => {
  if (isCalledByAssistant()) return 'assistant';
  return actor.kind === 'token' ? 'api' : 'form';
};

export const proposalRoutes = (app: App): void => {
  const { deps } = app;
  // All items of a proposal are read.
  const message = 'Too many proposals are being checked. Please try again in a moment.';
  const turns = createTurns({ atOnce: 3, waiting: 20, ofOne: 6, message });

  route(app, proposals.check, proposalShapes.check, ({ caller, body, request }) =>
    turns(() => checkProposed(deps, caller, body.changes), { key: caller.instanceId, signal: request.signal }),
  );

  route(app, proposals.create, proposalShapes.create, ({ caller, body, request }) =>
    turns(() => createProposal(deps, caller, body, originOf(caller)), {
      key: caller.instanceId,
      signal: request.signal,
    }),
  );

  route(app, proposals.list, proposalShapes.list, ({ caller, query }) =>
    listProposals(deps.database.query, caller.instanceId, query),
  );

  route(app, proposals.get, proposalShapes.get, ({ caller, params, request }) =>
    turns(() => readProposal(deps, caller, params.proposalId), { key: caller.instanceId, signal: request.signal }),
  );

  route(app, proposals.listRows, proposalShapes.listRows, ({ caller, params, query, request }) =>
    turns(() => listProposedRows(deps, caller, params.proposalId, query), {
      key: caller.instanceId,
      signal: request.signal,
    }),
  );

  route(app, proposals.apply, proposalShapes.apply, async ({ caller, params, body, request }) => ({
    proposal: await turns(() => applyProposal(deps, caller, params.proposalId, body), {
      key: caller.instanceId,
      signal: request.signal,
    }),
  }));

  route(app, proposals.decline, proposalShapes.decline, async ({ caller, params, body }) => ({
    proposal: await declineProposal(deps, caller, params.proposalId, body),
  }));
};
