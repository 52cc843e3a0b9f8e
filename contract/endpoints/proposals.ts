import type { Static } from 'typebox';
import { can } from '../access.ts';
import { contentLimits } from '../content/content-limits.ts';
import type * as shapes from '../shapes/proposals.ts';
import { endpoint, type Input, type Output } from './endpoint.ts';

export type Proposal = Static<typeof shapes.Proposal>;
export type ProposalOrigin = Static<typeof shapes.ProposalOrigin>;
export type ProposalState = Static<typeof shapes.ProposalState>;
export type ProposedRow = Static<typeof shapes.ProposedRow>;
export type ProposalCheck = Static<typeof shapes.ProposalCheck>;
export type NewProposal = Input<typeof proposals.create>['body'];
export type CheckedProposal = Output<typeof proposals.check>;

/** Only a person applies or declines a proposal. */
const decidesAsPerson = can([['CREATE_ITEM', 'READ']], { tokens: [] });

/**
 * Changes to at most 1,000 items of one or more templates that someone without the right to save, a pipeline or an assistant
 * proposes. A person opens them field by field, with rules and conflicts, and applies or declines them; applied ones are one
 * change set, which `changeSets.undo` undoes.
 */
export const proposals = {
  /** Checks the changes of a proposal like {@link proposals.create}, and stores nothing. */
  check: endpoint<typeof shapes.proposalShapes.check>({
    method: 'POST',
    path: '/editor/:instanceId/proposals/check',
    access: can('READ', { tokens: ['propose', 'write:dev'] }),
    safe: true,
    bodyLimit: contentLimits.itemsBody,
    latest: true,
    turns: 'proposals',
  }),
  /**
   * Stores a proposal. 422 `invalid` if a row is refused, or none would change anything; `details` is then the response of
   * {@link proposals.check}. 413 if its items have more than 4 MiB.
   */
  create: endpoint<typeof shapes.proposalShapes.create>({
    method: 'POST',
    path: '/editor/:instanceId/proposals',
    access: can('READ', { tokens: ['propose', 'write:dev'] }),
    bodyLimit: contentLimits.itemsBody,
    turns: 'proposals',
  }),
  /** The proposals of an instance, newest first; decided ones for 30 days. */
  list: endpoint<typeof shapes.proposalShapes.list>({
    method: 'GET',
    path: '/editor/:instanceId/proposals',
    access: can('READ', { tokens: ['read', 'propose', 'write:dev'] }),
  }),
  /** A proposal, with what applying it would do now. */
  get: endpoint<typeof shapes.proposalShapes.get>({
    method: 'GET',
    path: '/editor/:instanceId/proposals/:proposalId',
    access: can('READ', { tokens: ['read', 'propose', 'write:dev'] }),
    turns: 'proposals',
  }),
  /**
   * The rows of a proposal in their order, of one template or outcome or all; 50 if no `limit` is given. None of an
   * applied one.
   */
  listRows: endpoint<typeof shapes.proposalShapes.listRows>({
    method: 'GET',
    path: '/editor/:instanceId/proposals/:proposalId/rows',
    access: can('READ', { tokens: ['read', 'propose', 'write:dev'] }),
    turns: 'proposals',
  }),
  /**
   * Draws a number field of all items of a template before and after an open proposal. 409 `changed` if it is no longer open; 422 for
   * other fields, and if there are more than 100,000 items.
   */
  chart: endpoint<typeof shapes.proposalShapes.chart>({
    method: 'POST',
    path: '/editor/:instanceId/proposals/:proposalId/chart',
    access: can('READ'),
    safe: true,
    latest: true,
    bodyLimit: contentLimits.syncBody,
    turns: 'proposals',
  }),
  /**
   * Applies a proposal as one change set. 409 `changed` if it would not do what was reviewed, or is no longer open; 409
   * `conflict` if rows are in conflict and nothing is decided, 422 `invalid` if rows are refused and not left out.
   */
  apply: endpoint<typeof shapes.proposalShapes.apply>({
    method: 'POST',
    path: '/editor/:instanceId/proposals/:proposalId/apply',
    access: decidesAsPerson,
    bodyLimit: contentLimits.syncBody,
    turns: 'proposals',
  }),
  /** Declines a proposal, which changes nothing. 409 `changed` if it is no longer open. */
  decline: endpoint<typeof shapes.proposalShapes.decline>({
    method: 'POST',
    path: '/editor/:instanceId/proposals/:proposalId/decline',
    access: decidesAsPerson,
  }),
};
