import type { Static } from 'typebox';
import { anyone, signedIn } from '../../access.ts';
import type * as shapes from '../../shapes/people/company-sign-in.ts';
import { endpoint, type Input } from '../endpoint.ts';
import { ofOwner, ofOwnerAlways } from './of-owner.ts';

type Shapes = typeof shapes.companySignInShapes;
export type RoleByClaim = Static<typeof shapes.RoleByClaim>;
export type CompanyDomain = Static<typeof shapes.CompanyDomain>;
export type CompanyTrial = Static<typeof shapes.CompanyTrial>;
export type CompanySetting = Static<typeof shapes.CompanySetting>;
export type CompanyInput = Input<typeof companySignIn.save>['body'];

/** Sign-in by the OpenID provider of a company (docs/company-sign-in.md). */
export const companySignIn = {
  /**
   * Begins a company sign-in: that of the domain of an email address, or without one that of the server. Sets a cookie, and returns the address at the provider to which the browser goes next.
   */
  begin: endpoint<Shapes['begin']>({ method: 'POST', path: '/company-sign-in', access: anyone }),
  /** Where a provider sends the browser back to. Sets the session cookie, and redirects to the console. */
  callback: endpoint<Shapes['callback']>({
    method: 'GET',
    path: '/company-sign-in/:provider/callback',
    access: anyone,
  }),
  /** Mails a code by which an owner gets back into a workspace that only opens with company sign-in. */
  sendCode: endpoint<Shapes['sendCode']>({ method: 'POST', path: '/company-sign-in/recovery/code', access: signedIn }),
  /** Exchanges the code, and a sign-in by password of the last 15 minutes, for a session that opens the workspaces of the owner. */
  recover: endpoint<Shapes['recover']>({ method: 'POST', path: '/company-sign-in/recovery', access: signedIn }),
  /** The company sign-in of a workspace, its domains, and the address that the provider has to know. The secret is never returned. */
  get: endpoint<Shapes['get']>({
    method: 'GET',
    path: '/workspaces/:workspaceId/company-sign-in',
    access: ofOwner,
  }),
  /** Saves the company sign-in, after reading what the issuer says of itself. Without a secret the stored one stays, for the same issuer and client. */
  save: endpoint<Shapes['save']>({
    method: 'POST',
    path: '/workspaces/:workspaceId/company-sign-in',
    access: ofOwner,
  }),
  /** Removes the company sign-in: its sessions end, and people sign in with a password. Domains stay. */
  remove: endpoint<Shapes['remove']>({
    method: 'DELETE',
    path: '/workspaces/:workspaceId/company-sign-in',
    access: ofOwnerAlways,
  }),
  /** Opens the workspace only to sessions of its company sign-in. To turn it on, the caller must have signed in by it in the last 15 minutes. */
  setOnly: endpoint<Shapes['setOnly']>({
    method: 'POST',
    path: '/workspaces/:workspaceId/company-sign-in/only',
    access: { ...ofOwnerAlways, fresh: true },
  }),
  /** Adds a domain, which has to be verified by a DNS record. */
  addDomain: endpoint<Shapes['addDomain']>({
    method: 'POST',
    path: '/workspaces/:workspaceId/company-sign-in/domains',
    access: ofOwner,
  }),
  /** Looks for the DNS record of a domain, and verifies it. */
  checkDomain: endpoint<Shapes['checkDomain']>({
    method: 'POST',
    path: '/workspaces/:workspaceId/company-sign-in/domains/:domainId/check',
    access: ofOwner,
  }),
  /** Removes a domain: sessions of its people end, and their addresses no longer lead to the provider. */
  removeDomain: endpoint<Shapes['removeDomain']>({
    method: 'DELETE',
    path: '/workspaces/:workspaceId/company-sign-in/domains/:domainId',
    access: ofOwnerAlways,
  }),
  /** Begins a sign-in that changes nothing, and stores which claims came. Returns the address at the provider. */
  tryOut: endpoint<Shapes['tryOut']>({
    method: 'POST',
    path: '/workspaces/:workspaceId/company-sign-in/try',
    access: ofOwner,
  }),
  /** Forgets which account at the provider an email address of the domains belongs to; the next sign-in links it again. */
  forget: endpoint<Shapes['forget']>({
    method: 'POST',
    path: '/workspaces/:workspaceId/company-sign-in/forget',
    access: ofOwner,
  }),
};
