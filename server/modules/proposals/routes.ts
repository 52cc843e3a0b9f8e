import { items } from '@quartermaster/contract/endpoints/items.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { proposalShapes } from '@quartermaster/contract/shapes/proposals.ts';
import type { App } from '../../core/app/deps.ts';
import { isCalledByAssistant } from '../../core/app/internal-calls.ts';
import { route } from '../../core/app/route.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { applyProposal, declineProposal, drawProposal } from './decide-service.ts';
import { checkProposed, createProposal, listProposals, listProposedRows, readProposal } from './proposal-service.ts';

const originOf = ({ actor }: InstanceCaller) => {
  if (isCalledByAssistant()) return 'assistant';
  return actor.kind === 'token' ? 'api' : 'form';
};

export const proposalRoutes = (app: App): void => {
  const { deps } = app;

  route(app, proposals.check, proposalShapes.check, ({ caller, body }) => {
    if (body.chart) demand(items.chart, caller.grants);
    return checkProposed(deps, caller, body);
  });

  route(app, proposals.create, proposalShapes.create, ({ caller, body }) =>
    createProposal(deps, caller, body, originOf(caller)),
  );

  route(app, proposals.list, proposalShapes.list, ({ caller, query }) =>
    listProposals(deps.database.query, caller.instanceId, query),
  );

  route(app, proposals.get, proposalShapes.get, ({ caller, params }) => readProposal(deps, caller, params.proposalId));

  route(app, proposals.listRows, proposalShapes.listRows, ({ caller, params, query }) =>
    listProposedRows(deps, caller, params.proposalId, query),
  );

  route(app, proposals.chart, proposalShapes.chart, async ({ caller, params, body }) => ({
    chart: await drawProposal(deps, caller, params.proposalId, body),
  }));

  route(app, proposals.apply, proposalShapes.apply, ({ caller, params, body }) =>
    applyProposal(deps, caller, params.proposalId, body),
  );

  route(app, proposals.decline, proposalShapes.decline, async ({ caller, params, body }) => ({
    proposal: await declineProposal(deps, caller, params.proposalId, body),
  }));
};
