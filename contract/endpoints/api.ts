import { activityShapes } from '../shapes/activity.ts';
import { assistantShapes } from '../shapes/assistants.ts';
import { billingShapes } from '../shapes/billing.ts';
import { bootstrapShapes } from '../shapes/bootstrap.ts';
import { buildShapes, channelShapes, signingKeyShapes } from '../shapes/builds.ts';
import { bulkEditShapes } from '../shapes/bulk-edits.ts';
import { changeSetShapes } from '../shapes/change-sets.ts';
import { commentShapes } from '../shapes/comments.ts';
import { deliveryShapes } from '../shapes/delivery.ts';
import { dropShapes } from '../shapes/drops.ts';
import { extensionShapes } from '../shapes/extensions.ts';
import { feedbackShapes } from '../shapes/feedback.ts';
import { fileShapes } from '../shapes/files.ts';
import { gameTypeShapes } from '../shapes/game-types.ts';
import { historyShapes } from '../shapes/history.ts';
import { importShapes } from '../shapes/imports.ts';
import { instanceShapes } from '../shapes/instances.ts';
import { itemShapes } from '../shapes/items.ts';
import { jobShapes } from '../shapes/jobs.ts';
import { liveShapes } from '../shapes/live.ts';
import { menuShapes } from '../shapes/menu.ts';
import { accessLogShapes } from '../shapes/people/access-log.ts';
import { accountShapes } from '../shapes/people/accounts.ts';
import { companySignInShapes } from '../shapes/people/company-sign-in.ts';
import { invitationShapes, memberShapes } from '../shapes/people/members.ts';
import { passkeyShapes } from '../shapes/people/passkeys.ts';
import { projectMemberShapes } from '../shapes/people/project-members.ts';
import { registrationShapes } from '../shapes/people/registration.ts';
import { requiredFactorShapes } from '../shapes/people/required-factor.ts';
import { roleShapes } from '../shapes/people/roles.ts';
import { scimShapes } from '../shapes/people/scim.ts';
import { secondFactorShapes } from '../shapes/people/second-factor.ts';
import { tokenExchangeShapes } from '../shapes/people/token-exchange.ts';
import { projectTokenShapes } from '../shapes/project-tokens.ts';
import { projectShapes } from '../shapes/projects.ts';
import { proposalShapes } from '../shapes/proposals.ts';
import { releaseShapes } from '../shapes/releases.ts';
import { replacementShapes } from '../shapes/replacements.ts';
import { reportShapes } from '../shapes/reports.ts';
import { sheetAddressShapes } from '../shapes/sheet-addresses.ts';
import { syncReviewShapes, syncShapes } from '../shapes/sync.ts';
import { templateShapes } from '../shapes/templates.ts';
import { translationShapes } from '../shapes/translations.ts';
import { restoreShapes, trashShapes } from '../shapes/trash.ts';
import { viewShapes } from '../shapes/views.ts';
import { webhookShapes } from '../shapes/webhooks.ts';
import { workspaceShapes } from '../shapes/workspaces.ts';
import { activity } from './activity.ts';
import { assistants } from './assistants.ts';
import { billing } from './billing.ts';
import { bootstrap } from './bootstrap.ts';
import { builds, channels, signingKeys } from './builds.ts';
import { bulkEdits } from './bulk-edits.ts';
import { changeSets } from './change-sets.ts';
import { comments } from './comments.ts';
import { delivery } from './delivery.ts';
import { drops } from './drops.ts';
import type { Endpoint, Shape } from './endpoint.ts';
import { extensions } from './extensions.ts';
import { feedback } from './feedback.ts';
import { files } from './files.ts';
import { gameTypes } from './game-types.ts';
import { history } from './history.ts';
import { imports } from './imports.ts';
import { instances } from './instances.ts';
import { items } from './items.ts';
import { jobs } from './jobs.ts';
import { live } from './live.ts';
import { menu } from './menu.ts';
import { accessLog } from './people/access-log.ts';
import { accounts } from './people/accounts.ts';
import { companySignIn } from './people/company-sign-in.ts';
import { invitations, members } from './people/members.ts';
import { passkeys } from './people/passkeys.ts';
import { projectMembers } from './people/project-members.ts';
import { registration } from './people/registration.ts';
import { requiredFactor } from './people/required-factor.ts';
import { roles } from './people/roles.ts';
import { scim } from './people/scim.ts';
import { secondFactor } from './people/second-factor.ts';
import { tokenExchange } from './people/token-exchange.ts';
import { projectTokens } from './project-tokens.ts';
import { projects } from './projects.ts';
import { proposals } from './proposals.ts';
import { releases } from './releases.ts';
import { replacements } from './replacements.ts';
import { reports } from './reports.ts';
import { sheetAddresses } from './sheet-addresses.ts';
import { sync, syncReviews } from './sync.ts';
import { templates } from './templates.ts';
import { translations } from './translations.ts';
import { restores, trash } from './trash.ts';
import { views } from './views.ts';
import { webhooks } from './webhooks.ts';
import { workspaces } from './workspaces.ts';

/** An endpoint with its shapes and its name in the API documentation. */
export interface ApiEntry {
  name: string;
  endpoint: Endpoint;
  shape: Shape;
}

const entries = <E extends Record<string, Endpoint>>(
  resource: string,
  endpoints: E,
  shapes: { [K in keyof E]: Shape },
): ApiEntry[] =>
  Object.entries(endpoints).map(([key, endpoint]) => ({
    name: `${resource}.${key}`,
    endpoint,
    shape: shapes[key as keyof E],
  }));

/**
 * All endpoints of the API; an endpoint that is not listed is not served. Used by the server and the documentation, not
 * by the console.
 */
export const api: ApiEntry[] = [
  ...entries('accounts', accounts, accountShapes),
  ...entries('secondFactor', secondFactor, secondFactorShapes),
  ...entries('passkeys', passkeys, passkeyShapes),
  ...entries('registration', registration, registrationShapes),
  ...entries('tokenExchange', tokenExchange, tokenExchangeShapes),
  ...entries('companySignIn', companySignIn, companySignInShapes),
  ...entries('scim', scim, scimShapes),
  ...entries('requiredFactor', requiredFactor, requiredFactorShapes),
  ...entries('workspaces', workspaces, workspaceShapes),
  ...entries('members', members, memberShapes),
  ...entries('invitations', invitations, invitationShapes),
  ...entries('roles', roles, roleShapes),
  ...entries('billing', billing, billingShapes),
  ...entries('accessLog', accessLog, accessLogShapes),
  ...entries('projects', projects, projectShapes),
  ...entries('projectMembers', projectMembers, projectMemberShapes),
  ...entries('instances', instances, instanceShapes),
  ...entries('projectTokens', projectTokens, projectTokenShapes),
  ...entries('assistants', assistants, assistantShapes),
  ...entries('menu', menu, menuShapes),
  ...entries('bootstrap', bootstrap, bootstrapShapes),
  ...entries('templates', templates, templateShapes),
  ...entries('items', items, itemShapes),
  ...entries('drops', drops, dropShapes),
  ...entries('views', views, viewShapes),
  ...entries('sheetAddresses', sheetAddresses, sheetAddressShapes),
  ...entries('bulkEdits', bulkEdits, bulkEditShapes),
  ...entries('replacements', { ...replacements }, replacementShapes),
  ...entries('imports', imports, importShapes),
  ...entries('proposals', proposals, proposalShapes),
  ...entries('changeSets', changeSets, changeSetShapes),
  ...entries('history', history, historyShapes),
  ...entries('trash', trash, trashShapes),
  ...entries('restores', { ...restores }, restoreShapes),
  ...entries('translations', translations, translationShapes),
  ...entries('sync', sync, syncShapes),
  ...entries('syncReviews', syncReviews, syncReviewShapes),
  ...entries('releases', releases, releaseShapes),
  ...entries('reports', reports, reportShapes),
  ...entries('builds', builds, buildShapes),
  ...entries('channels', channels, channelShapes),
  ...entries('signingKeys', signingKeys, signingKeyShapes),
  ...entries('webhooks', webhooks, webhookShapes),
  ...entries('gameTypes', gameTypes, gameTypeShapes),
  ...entries('jobs', jobs, jobShapes),
  ...entries('comments', comments, commentShapes),
  ...entries('live', live, liveShapes),
  ...entries('activity', activity, activityShapes),
  ...entries('delivery', delivery, deliveryShapes),
  ...entries('extensions', extensions, extensionShapes),
  ...entries('feedback', feedback, feedbackShapes),
  ...entries('files', files, fileShapes),
];
