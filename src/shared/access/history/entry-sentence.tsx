import { companyRefusals } from '@quartermaster/contract/company-sign-in.ts';
import type { LogDetails, LogEntry } from '@quartermaster/contract/endpoints/people/access-log.ts';
import type { ReactNode } from 'react';
import { roleText } from '../role-text.ts';

/** The rendered names of an entry's members, and its facts. */
interface SentenceParts {
  actor: ReactNode;
  /** Empty if the entry is not about a member. */
  subject: ReactNode;
  /** True if members changed their own access. */
  isSelf: boolean;
  details: LogDetails;
}

const role = (id: number | undefined) => <strong>{id === undefined ? 'a role' : roleText(id)}</strong>;

const placeOf = ({ project_name: project, env }: LogDetails) => (
  <>
    of <strong>{[project, env].filter(Boolean).join(' ')}</strong>
  </>
);

const scopesOf = ({ token_scopes: scopes = [], environments = [] }: LogDetails) =>
  ` for ${scopes.join(', ')} in ${environments.join(', ')}`;

const groupRole = (id: LogDetails['workspace_role_id']) => (id === undefined ? 'none' : role(id));

const withinDays = (days: number) => (days === 0 ? 'at once' : `within ${days === 1 ? '1 day' : `${days} days`}`);

const extensionOf = ({ extension_name: name, extension_version: version, extension_host: host }: LogDetails) => (
  <>
    the extension <strong>{name}</strong> {version} of <strong>{host}</strong>
  </>
);

const sentences: Record<LogEntry['action'], (parts: SentenceParts) => ReactNode> = {
  invited: ({ actor, subject, details }) => (
    <>
      {actor} invited {subject} as {role(details.workspace_role_id)}
    </>
  ),
  invitation_resent: ({ actor, subject, details }) => (
    <>
      {actor} sent the invitation of {subject} as {role(details.workspace_role_id)} again
    </>
  ),
  invitation_withdrawn: ({ actor, subject, details }) => (
    <>
      {actor} withdrew the invitation of {subject} as {role(details.workspace_role_id)}
    </>
  ),
  joined: ({ actor, subject, isSelf, details }) => (
    <>
      {isSelf ? (
        <>{subject} joined</>
      ) : (
        <>
          {actor} added {subject} to
        </>
      )}{' '}
      the workspace as {role(details.workspace_role_id)}
    </>
  ),
  role_updated: ({ actor, subject, isSelf, details }) => (
    <>
      {actor} changed {isSelf ? 'their own role' : <>the role of {subject}</>} from{' '}
      {role(details.previous_workspace_role_id)} to {role(details.workspace_role_id)}
    </>
  ),
  removed: ({ actor, subject, isSelf, details }) => (
    <>
      {isSelf ? (
        <>{actor} left the workspace</>
      ) : (
        <>
          {actor} removed {subject} from the workspace
        </>
      )}
      {details.workspace_role_id !== undefined && <> as {role(details.workspace_role_id)}</>}
    </>
  ),
  project_roles_changed: ({ actor, subject, isSelf }) => (
    <>
      {actor} changed {isSelf ? 'their own project roles' : <>the project roles of {subject}</>}
    </>
  ),
  role_created: ({ actor, details }) => (
    <>
      {actor} created the role <strong>{details.role_name}</strong>
    </>
  ),
  role_edited: ({ actor, details }) => (
    <>
      {actor} changed the role <strong>{details.previous_role_name ?? details.role_name}</strong>
      {details.previous_role_name !== undefined && (
        <>
          , now called <strong>{details.role_name}</strong>
        </>
      )}
    </>
  ),
  role_deleted: ({ actor, details }) => (
    <>
      {actor} deleted the role <strong>{details.role_name}</strong>
      {details.replacement_role_name !== undefined && (
        <>
          , which <strong>{details.replacement_role_name}</strong> replaces
        </>
      )}
    </>
  ),
  channel_created: ({ actor, details }) => (
    <>
      {actor} created the channel <strong>{details.channel_name}</strong> {placeOf(details)} with build{' '}
      {details.build_id}
    </>
  ),
  channel_changed: ({ actor, details }) => (
    <>
      {actor} moved the channel <strong>{details.channel_name}</strong> {placeOf(details)} from build{' '}
      {details.previous_build_id} to build {details.build_id}
    </>
  ),
  channel_deleted: ({ actor, details }) => (
    <>
      {actor} deleted the channel <strong>{details.channel_name}</strong> {placeOf(details)}
    </>
  ),
  build_reading_changed: ({ actor, details }) => (
    <>
      {actor} made the builds {placeOf(details)} {details.is_public ? 'public' : 'readable only with a token'}
    </>
  ),
  signing_key_rotated: ({ actor, details }) => (
    <>
      {actor} made a new key for the builds of <strong>{details.project_name ?? 'a project'}</strong>
    </>
  ),
  webhook_created: ({ actor, details }) => (
    <>
      {actor} created a webhook to <strong>{details.webhook_host}</strong> {placeOf(details)}
    </>
  ),
  webhook_changed: ({ actor, details }) => (
    <>
      {actor} changed the webhook to <strong>{details.webhook_host}</strong> {placeOf(details)}
    </>
  ),
  webhook_deleted: ({ actor, details }) => (
    <>
      {actor} deleted the webhook to <strong>{details.webhook_host}</strong> {placeOf(details)}
    </>
  ),
  webhook_secret_rotated: ({ actor, details }) => (
    <>
      {actor} made a new secret for the webhook to <strong>{details.webhook_host}</strong> {placeOf(details)}
    </>
  ),
  token_created: ({ actor, details }) => (
    <>
      {actor} created the token <strong>{details.token_name}</strong> of <strong>{details.project_name}</strong>
      {scopesOf(details)}
    </>
  ),
  token_revoked: ({ actor, details }) => (
    <>
      {actor} revoked the token <strong>{details.token_name}</strong> of <strong>{details.project_name}</strong>
      {scopesOf(details)}
    </>
  ),
  extension_allowed: ({ actor, details }) => (
    <>
      {actor} allowed {extensionOf(details)}
    </>
  ),
  extension_removed: ({ actor, details }) => (
    <>
      {actor} removed {extensionOf(details)}
    </>
  ),
  second_factor_added: ({ actor }) => <>{actor} added an authenticator app as second factor</>,
  second_factor_removed: ({ actor }) => <>{actor} removed the authenticator app</>,
  recovery_codes_renewed: ({ actor }) => <>{actor} made new recovery codes</>,
  passkey_added: ({ actor, details }) => (
    <>
      {actor} added the passkey <strong>{details.passkey_name}</strong>
    </>
  ),
  passkey_removed: ({ actor, details }) => (
    <>
      {actor} removed the passkey <strong>{details.passkey_name}</strong>
    </>
  ),
  passkey_refused: ({ actor, details }) => (
    <>
      The passkey <strong>{details.passkey_name}</strong> of {actor} was refused, as if it had been copied
    </>
  ),
  code_refused: ({ actor }) => <>A code for the second factor of {actor} was refused</>,
  company_signed_in: ({ actor }) => <>{actor} signed in with the company</>,
  company_refused: ({ subject, details: { reason } }) => (
    <>
      The company sign-in of {subject ?? 'someone'} was refused{reason && `: ${companyRefusals[reason]}`}
    </>
  ),
  company_saved: ({ actor, details }) => (
    <>
      {actor} changed the company sign-in, by <strong>{details.issuer_host}</strong>
    </>
  ),
  company_removed: ({ actor, details }) => (
    <>
      {actor} removed the company sign-in by <strong>{details.issuer_host}</strong>
    </>
  ),
  company_tried: ({ actor }) => <>{actor} tried the company sign-in</>,
  company_only_changed: ({ actor, details }) => (
    <>
      {actor}{' '}
      {details.is_only ? 'opened the workspace to company sign-in only' : 'opened the workspace to every sign-in'}
    </>
  ),
  company_domain_added: ({ actor, details }) => (
    <>
      {actor} added the domain <strong>{details.domain}</strong>
    </>
  ),
  company_domain_verified: ({ actor, details }) => (
    <>
      {actor} verified the domain <strong>{details.domain}</strong>
    </>
  ),
  company_domain_removed: ({ actor, details }) => (
    <>
      {actor} removed the domain <strong>{details.domain}</strong>
    </>
  ),
  company_domain_lost: ({ details }) => (
    <>
      Another workspace verified the domain <strong>{details.domain}</strong>, whose record of this one was gone
    </>
  ),
  company_identity_forgotten: ({ actor, subject }) => (
    <>
      {actor} forgot the account of {subject} at the company
    </>
  ),
  scim_token_created: ({ actor, details }) => (
    <>
      {actor} created the SCIM token <strong>{details.token_name}…</strong>
    </>
  ),
  scim_token_revoked: ({ actor, details }) => (
    <>
      {actor} revoked the SCIM token <strong>{details.token_name}…</strong>
    </>
  ),
  scim_group_role_changed: ({ actor, details }) => (
    <>
      {actor} changed the role of the group <strong>{details.group_name}</strong> of the directory from{' '}
      {groupRole(details.previous_workspace_role_id)} to {groupRole(details.workspace_role_id)}
    </>
  ),
  factor_requirement_changed: ({ actor, details: { factor_days: days, previous_factor_days: before } }) => (
    <>
      {actor}{' '}
      {days === undefined
        ? 'no longer requires a second factor'
        : `${before === undefined ? 'requires a second factor' : 'changed when a second factor is required:'} ${withinDays(days)}`}
    </>
  ),
  company_recovered: ({ actor }) => <>{actor} got in without the company, by password and mailed code</>,
};

interface EntrySentenceProps {
  entry: LogEntry;
  /** Renders the name of a member. */
  person: (person: LogEntry['actor']) => ReactNode;
}

/** Renders an entry as a sentence: actor, change and member. */
export function EntrySentence({ entry, person }: EntrySentenceProps) {
  const { action, actor, subject, details } = entry;
  const isSelf = subject !== null && subject.id !== null && subject.id === actor.id;
  return sentences[action]({ actor: person(actor), subject: subject && person(subject), isSelf, details });
}
