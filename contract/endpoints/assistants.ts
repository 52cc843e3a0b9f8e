import { signedIn } from '../access.ts';
import type * as shapes from '../shapes/assistants.ts';
import { endpoint, type Input, type Output } from './endpoint.ts';
import { projectTokens } from './project-tokens.ts';

export type AuthorizationRequest = Input<typeof assistants.getRequest>['query'];
export type AssistantRequest = Output<typeof assistants.getRequest>;
export type AllowedAssistant = Input<typeof assistants.allow>['body'];

/**
 * Connects assistants by OAuth (authorization code with PKCE): a person reads what an assistant asks for, and allows it. The
 * assistant exchanges the code for a token of the project, which is listed and revoked like any other.
 */
export const assistants = {
  /**
   * What an assistant requests with a link. 422 if it cannot be answered; `details` then has the address that tells the
   * assistant so, unless that cannot be trusted.
   */
  getRequest: endpoint<typeof shapes.assistantShapes.getRequest>({
    method: 'GET',
    path: '/assistants/request',
    access: signedIn,
  }),
  /**
   * Allows the request of an assistant, and returns the address with the code. The caller needs the same access in each
   * environment as for a token.
   */
  allow: endpoint<typeof shapes.assistantShapes.allow>({
    method: 'POST',
    path: '/instances/:instanceId/assistants',
    access: projectTokens.create.access,
  }),
};
