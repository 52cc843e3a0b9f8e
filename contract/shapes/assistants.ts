import { Type } from 'typebox';
import { assistantScopes, environments } from '../access.ts';
import { EnvironmentName, Exact, InstanceParams, Moment } from './common.ts';

const Parameter = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

/** What an assistant's link asks for: the parameters of an authorization request (RFC 6749 §4.1.1, RFC 7636, RFC 8707). */
export const AuthorizationRequest = Exact({
  response_type: Parameter(64),
  client_id: Parameter(4000),
  redirect_uri: Parameter(2000),
  code_challenge: Parameter(128),
  code_challenge_method: Parameter(16),
  state: Parameter(2000),
  scope: Parameter(400),
  resource: Parameter(2000),
});

const AssistantScopes = Type.Array(Type.Enum([...assistantScopes]), { maxItems: assistantScopes.length });

/** An address of the assistant, with the answer to its request. */
const Redirect = Type.String();

/** Shapes of the calls that connect assistants. */
export const assistantShapes = {
  getRequest: {
    query: AuthorizationRequest,
    response: Exact({
      /** As the assistant calls itself: anybody can use any name. */
      client_name: Type.String(),
      /** The host, or the app on this device, that the answer is sent to. */
      destination: Type.String(),
      scopes: AssistantScopes,
      denied_url: Redirect,
    }),
  },
  allow: {
    params: InstanceParams,
    body: Exact({
      request: AuthorizationRequest,
      scopes: AssistantScopes,
      environments: Type.Array(EnvironmentName, { maxItems: environments.length }),
      expires_at: Moment,
    }),
    response: Exact({ allowed_url: Redirect }),
  },
} as const;
