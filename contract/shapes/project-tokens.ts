import { Type } from 'typebox';
import { environments, tokenScopes } from '../access.ts';
import { Done, EnvironmentName, Exact, Id, InstanceParams, Moment, Nullable, TokenScope, TypedText } from './common.ts';

/** How many tokens a project has at most. */
export const mostProjectTokens = 100;

const Scopes = Type.Array(TokenScope, { maxItems: tokenScopes.length });

const Environments = Type.Array(EnvironmentName, {
  maxItems: environments.length,
  description: 'Of the instances that it opens',
});

/** A token of a project. Its secret is not stored. */
export const ProjectToken = Exact({
  id: Id,
  name: Type.String(),
  scopes: Scopes,
  environments: Environments,
  by: Nullable(
    Type.String({
      description:
        'The member who made it, and whose permissions limit it, too; `null` for an account that was deleted',
    }),
  ),
  is_member: Type.Boolean({ description: 'Whoever made it is a member of the workspace; otherwise it opens nothing' }),
  created_at: Moment,
  expires_at: Nullable(Moment),
  last_used_at: Nullable(Type.String({ format: 'date-time', description: 'To the minute' })),
});

/** Shapes of the calls for tokens of a project. */
export const projectTokenShapes = {
  list: {
    params: InstanceParams,
    response: Exact({ tokens: Type.Array(ProjectToken, { maxItems: mostProjectTokens, description: 'Newest first' }) }),
  },
  create: {
    params: InstanceParams,
    body: Exact({
      name: TypedText,
      scopes: Scopes,
      environments: Environments,
      expires_at: Nullable(Moment),
    }),
    response: Exact({
      token: ProjectToken,
      secret: Type.String({ description: 'qm_ and 43 characters; it is not shown again' }),
    }),
  },
  revoke: { params: Exact({ instanceId: Id, tokenId: Id }), response: Done },
} as const;
