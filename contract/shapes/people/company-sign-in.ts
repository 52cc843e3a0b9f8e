import { Type } from 'typebox';
import { workspaceRoles } from '../../access.ts';
import { type CompanyRefusal, companyRefusals } from '../../company-sign-in.ts';
import { companyLimits } from '../../rules/people/company-sign-in.ts';
import { Done, Exact, Id, Moment, Nullable, WorkspaceParams } from '../common.ts';

/** The roles that a company can give. */
export const JoinRole = Type.Union([Type.Literal(workspaceRoles.admin), Type.Literal(workspaceRoles.member)], {
  description: 'Admin 2, Member 3',
});

/** A value of the claim, and the role that it gives. */
export const RoleByClaim = Exact({ value: Type.String({ maxLength: companyLimits.claim }), role_id: JoinRole });

/** A domain of a workspace. */
export const CompanyDomain = Exact({
  id: Id,
  domain: Type.String(),
  record: Type.String({ description: 'The content of the TXT record of the domain that verifies it' }),
  verified_at: Nullable(Moment),
});

/** What came when an owner tried the sign-in. */
export const CompanyTrial = Exact({
  at: Moment,
  claims: Type.Array(Exact({ name: Type.String(), value: Type.String() }), { maxItems: companyLimits.trialClaims }),
  refusal: Nullable(Type.Enum(Object.keys(companyRefusals) as CompanyRefusal[])),
  role_id: Nullable(JoinRole),
  detail: Type.String({ description: 'What the provider said, if it refused' }),
});

const text = Type.String({ maxLength: 4 * companyLimits.address });
const setting = {
  issuer: text,
  client_id: text,
  portal_client_id: text,
  claim: text,
  roles_by_claim: Type.Array(RoleByClaim, { maxItems: companyLimits.roles }),
  default_role_id: Nullable(JoinRole),
};

/** The company sign-in of a workspace, without its secret. */
export const CompanySetting = Exact({ ...setting, is_only: Type.Boolean(), trial: Nullable(CompanyTrial) });

const DomainParams = Exact({ workspaceId: Id, domainId: Id });

/** Where the browser goes next. */
const Redirect = Exact({ url: Type.String() });

/** Shapes of the calls for company sign-in. */
export const companySignInShapes = {
  begin: {
    body: Exact({
      email: Type.Optional(Type.String({ maxLength: 320 })),
      from: Type.Optional(Type.String({ maxLength: companyLimits.from })),
    }),
    response: Exact({ url: Nullable(Type.String({ description: 'At the provider; null without a company sign-in' })) }),
  },
  callback: { params: Exact({ provider: Type.String({ pattern: '^(server|[1-9][0-9]{0,9})$' }) }) },
  sendCode: { response: Done },
  recover: {
    body: Exact({ code: Type.String({ maxLength: 100 }) }),
    response: Exact({ expires_at: Type.Integer({ description: 'Seconds since 1970' }) }),
  },
  get: {
    params: WorkspaceParams,
    response: Exact({
      redirect_url: Type.String(),
      setting: Nullable(CompanySetting),
      domains: Type.Array(CompanyDomain, { maxItems: companyLimits.domains }),
      only_refusal: Nullable(
        Type.String({ description: 'Why the caller cannot turn on "Only company sign-in" right now' }),
      ),
    }),
  },
  save: {
    params: WorkspaceParams,
    body: Exact({ ...setting, client_secret: Type.Optional(text) }),
    response: Exact({
      is_only_ended: Type.Boolean({
        description:
          '"Only company sign-in" was on, and is off now: nobody has signed in by the new issuer or client yet',
      }),
    }),
  },
  remove: { params: WorkspaceParams, response: Done },
  setOnly: { params: WorkspaceParams, body: Exact({ is_only: Type.Boolean() }), response: Done },
  addDomain: {
    params: WorkspaceParams,
    body: Exact({ domain: Type.String({ maxLength: 1000 }) }),
    response: Exact({ domain: CompanyDomain }),
  },
  checkDomain: { params: DomainParams, response: Exact({ domain: CompanyDomain }) },
  removeDomain: { params: DomainParams, response: Done },
  tryOut: { params: WorkspaceParams, response: Redirect },
  forget: { params: WorkspaceParams, body: Exact({ email: Type.String({ maxLength: 320 }) }), response: Done },
} as const;
