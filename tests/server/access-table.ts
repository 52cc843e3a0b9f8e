// biome-ignore-all format: one line per row, so that the table can be compared with the specification
/**
 * The access rules of all calls, written by hand from the specification (`1`, `2` and `3` are its three pages, § their sections) and not from the
 * code that enforces them. `access-matrix.test.ts` compares the server with it, `access-controls.test.tsx` the screens.
 */

/** Permissions of section 3, by their ids on the wire. */
export const permissionIds = { READ: 1, EXPORT: 2, MENU_MANAGEMENT: 3, INSTANCE_CHANGES: 4, MOVE_INSTANCE_CHANGES: 5, CREATE_ITEM: 6, CREATE_TEMPLATE: 7 } as const;
export type PermissionName = keyof typeof permissionIds;

/** Scopes of tokens: 4 §7. */
export type ScopeName = 'read' | 'propose' | 'write:dev' | 'deliver';

/** A caller. `role` is the role in the workspace, `holds` the permissions of the project roles in each of its instances. */
export interface Caller {
  signedIn: boolean;
  role?: 'owner' | 'admin' | 'member';
  holds: readonly PermissionName[];
  /** The API token that is sent instead of a session. */
  token?: 'of the instance' | 'of another instance';
  /** The scopes of a token of the first project that is sent instead of a session; the rest is of whoever made it. */
  tokenScopes?: readonly ScopeName[];
  /** The plan of their own workspace, other than the one of the call. */
  owns?: 'teams';
  /** True for a member with every permission in another project of the workspace. */
  holdsElsewhere?: true;
}

const all = Object.keys(permissionIds) as PermissionName[];
const member = (...holds: PermissionName[]): Caller => ({ signedIn: true, role: 'member', holds });

/** The callers that the table distinguishes. An owner holds every permission everywhere, an admin those of their project roles (1 §6: "needs to be added to this project"). */
export const callers = {
  'signed out':                                { signedIn: false, holds: [] },
  'the owner of another workspace':            { signedIn: true, holds: [], owns: 'teams' },
  'a member without roles':                    member(),
  'a member with roles in another project':    { ...member(), holdsElsewhere: true },
  'a member with READ':                        member('READ'),
  'a member with EXPORT':                      member('EXPORT'),
  'a member with MENU_MANAGEMENT':             member('MENU_MANAGEMENT'),
  'a member with INSTANCE_CHANGES':            member('INSTANCE_CHANGES'),
  'a member with MOVE_INSTANCE_CHANGES':       member('MOVE_INSTANCE_CHANGES'),
  'a member with CREATE_ITEM':                 member('CREATE_ITEM'),
  'a member with CREATE_ITEM and READ':        member('CREATE_ITEM', 'READ'),
  'a member with CREATE_TEMPLATE':             member('CREATE_TEMPLATE'),
  'an admin without roles':                    { signedIn: true, role: 'admin', holds: [] },
  'an admin with roles':                       { signedIn: true, role: 'admin', holds: all },
  'an owner':                                  { signedIn: true, role: 'owner', holds: all },
  'the API token of the instance':             { signedIn: false, holds: [], token: 'of the instance' },
  'the API token of another instance':         { signedIn: false, holds: [], token: 'of another instance' },
  'a token to read':                           { signedIn: true, role: 'admin', holds: all, tokenScopes: ['read'] },
  'a token to propose':                        { signedIn: true, role: 'admin', holds: all, tokenScopes: ['propose'] },
  'a token to write in Dev':                   { signedIn: true, role: 'admin', holds: all, tokenScopes: ['write:dev'] },
  'a token to deliver':                        { signedIn: true, role: 'admin', holds: all, tokenScopes: ['deliver'] },
  'a token with every scope':                  { signedIn: true, role: 'admin', holds: all, tokenScopes: ['read', 'propose', 'write:dev', 'deliver'] },
  'a token of a member with READ':             { ...member('READ'), tokenScopes: ['read', 'propose', 'write:dev', 'deliver'] },
} satisfies Record<string, Caller>;
export type CallerName = keyof typeof callers;

/** A stored subscription; `due` is its billing date in days from now. `counts` and `isClosed` follow from 3 "Subscriptions". */
export interface SubscriptionCase {
  plan: 'free' | 'starter' | 'teams';
  status: 'active' | 'trial' | 'past_due' | 'cancel_requested' | 'canceled';
  due?: number;
  counts: 'free' | 'starter' | 'teams';
  isClosed?: true;
}

export const subscriptions = {
  'Free':                                   { plan: 'free',    status: 'active',           counts: 'free' },
  'Starter':                                { plan: 'starter', status: 'active',           due: 20,    counts: 'starter' },
  'Teams':                                  { plan: 'teams',   status: 'active',           due: 20,    counts: 'teams' },
  'a trial of Teams':                       { plan: 'teams',   status: 'trial',            due: 0.01,  counts: 'teams' },
  // "An ended trial that was not bought counts as Free"
  'an ended trial':                         { plan: 'teams',   status: 'trial',            due: -0.01, counts: 'free' },
  // "past_due keeps everything for 14 days, then counts as canceled until it is paid"
  'Teams, past due for less than 14 days':  { plan: 'teams',   status: 'past_due',         due: -13.9, counts: 'teams' },
  'Starter, past due for more':             { plan: 'starter', status: 'past_due',         due: -14.1, counts: 'starter', isClosed: true },
  // "cancel_requested until the billing date, then canceled"
  'Teams, cancel requested':                { plan: 'teams',   status: 'cancel_requested', due: 20,    counts: 'teams' },
  'Teams, cancel requested, date passed':   { plan: 'teams',   status: 'cancel_requested', due: -0.01, counts: 'teams',   isClosed: true },
  // "canceled: view, delete a project, delete a member, and buy"
  'Teams, canceled':                        { plan: 'teams',   status: 'canceled',         due: -20,   counts: 'teams',   isClosed: true },
} as const satisfies Record<string, SubscriptionCase>;
export type SubscriptionName = keyof typeof subscriptions;

/** An instance of the workspace's two projects. Free has one project ("the oldest stay") with Dev: all others are read-only on it. */
export interface Place {
  env: 'Dev' | 'Stage' | 'Prod';
  project: 'first' | 'second';
}

export const places = {
  'Dev':                        { env: 'Dev',   project: 'first' },
  'Stage':                      { env: 'Stage', project: 'first' },
  'Prod':                       { env: 'Prod',  project: 'first' },
  'Dev of the second project':  { env: 'Dev',   project: 'second' },
  'Prod of the second project': { env: 'Prod',  project: 'second' },
} as const satisfies Record<string, Place>;
export type PlaceName = keyof typeof places;

/**
 * The required caller: anyone, a signed-in user, the API token, a role in the workspace, or permissions in the instance.
 * An admin with a role in one of a project's instances is in the project.
 */
export type Who = 'anyone' | 'signed in' | 'API token' | 'any role' | 'owner, admin' | 'owner, admin in the project' | 'owner' | PermissionName | `${PermissionName} and ${PermissionName}`;

/**
 * The effect of a call. `views` is allowed with a closed subscription and in read-only instances, `changes` is not; `removes` is also
 * allowed ("delete a project, delete a member, buy"); `own account` is not limited by plans.
 */
export type Does = 'views' | 'changes' | 'removes' | 'own account';

/** The scope: none, the workspaces that the caller owns, the workspace, project or instance of the address, or only Dev instances. */
export type Where = '-' | 'owned' | 'workspace' | 'project' | 'instance' | 'Dev';

/** The required plan: `any`, or those in 1 §6 "Plan-restricted controls" and in the plan table of 3. */
export type NeededPlan = 'any' | 'Starter, Teams' | 'Teams';

export type AccessRow = readonly [who: Who, does: Does, where: Where, plan: NeededPlan, says: string];

export const accessTable: Record<string, AccessRow> = {
  // Session and account: 1 §7. Pages of an account only require a session (1 §2).
  'accounts.login':                ['anyone',          'own account',    '-',         'any',            '1 §7: with challenge; /login is public'],
  'accounts.refresh':              ['anyone',          'own account',    '-',         'any',            '1 §4: called when the session is ending; the cookie alone identifies it'],
  'accounts.logout':               ['anyone',          'own account',    '-',         'any',            '1 §7: then navigate to login; also out of a session that has ended'],
  'accounts.listSessions':         ['signed in',       'own account',    '-',         'any',            '5 §4: "a list by device"'],
  'accounts.endSession':           ['signed in',       'own account',    '-',         'any',            '5 §4: with "End"'],
  'accounts.endOtherSessions':     ['signed in',       'own account',    '-',         'any',            '5 §4: with "End"'],
  'secondFactor.get':              ['signed in',       'own account',    '-',         'any',            '5 §4: "TOTP with ten recovery codes"'],
  'secondFactor.enrol':            ['signed in',       'own account',    '-',         'any',            '5 §4: the same'],
  'secondFactor.confirm':          ['signed in',       'own account',    '-',         'any',            '5 §4: the same; by the password and a code'],
  'secondFactor.renewCodes':       ['signed in',       'own account',    '-',         'any',            '5 §4: the same; by the password and a code'],
  'secondFactor.remove':           ['signed in',       'own account',    '-',         'any',            '5 §4: the same; by the password and a code'],
  'passkeys.enrol':                ['signed in',       'own account',    '-',         'any',            '5 §4: "passkeys alone can sign in"'],
  'passkeys.add':                  ['signed in',       'own account',    '-',         'any',            '5 §4: the same; asks again'],
  'passkeys.remove':               ['signed in',       'own account',    '-',         'any',            '5 §4: the same; asks again'],
  'passkeys.challenge':            ['anyone',          'own account',    '-',         'any',            '5 §4: the same'],
  'passkeys.signIn':               ['anyone',          'own account',    '-',         'any',            '5 §4: the same; by a passkey'],
  'accounts.getProofs':            ['signed in',       'own account',    '-',         'any',            '5 §4: dangerous changes ask again'],
  'accounts.confirm':              ['signed in',       'own account',    '-',         'any',            '5 §4: the same; by what the account signs in with'],
  'accounts.get':                  ['signed in',       'own account',    '-',         'any',            '1 §7: current account'],
  'accounts.getSettings':          ['signed in',       'own account',    '-',         'any',            '1 §7: reads active_instance_id'],
  'accounts.changeName':           ['signed in',       'own account',    '-',         'any',            '1 §2 Profile'],
  'accounts.requestEmailCode':     ['signed in',       'own account',    '-',         'any',            '1 §2 Profile, §4: send code'],
  'accounts.changeEmail':          ['signed in',       'own account',    '-',         'any',            '1 §2 Profile, §4: enter code and new email'],
  'accounts.completeEmailChange':  ['anyone',          'own account',    '-',         'any',            '1 §7: public, by the link of a mail'],
  'accounts.requestPasswordReset': ['anyone',          'own account',    '-',         'any',            '1 §7: with challenge; /password-reset is public'],
  'accounts.checkResetLink':       ['anyone',          'own account',    '-',         'any',            '1 §2: /password-reset/confirm is public, by the link of a mail'],
  'accounts.resetPassword':        ['anyone',          'own account',    '-',         'any',            '1 §7: public'],
  'accounts.listRoles':            ['signed in',       'own account',    '-',         'any',            '1 §7: reads workspaces[].workspace_role_id'],
  'registration.register':         ['anyone',          'own account',    '-',         'any',            '1 §2: public page; §7: challenge'],
  'registration.resend':           ['anyone',          'own account',    '-',         'any',            '1 §2: public page'],
  'registration.checkLink':        ['anyone',          'own account',    '-',         'any',            '1 §2: /registration/confirm is public, by the link of a mail'],
  'registration.confirm':          ['anyone',          'own account',    '-',         'any',            '1 §7: public'],
  'tokenExchange.exchange':       ['anyone',          'own account',    '-',         'any',            '3 §Session: a host may supply the token; by a credential or an id token, see token-exchange.test.ts'],
  'feedback.send':                 ['signed in',       'own account',    '-',         'any',            '1 §2: "Send feedback" on the dashboard, for everybody'],
  'feedback.getSupport':           ['anyone',          'own account',    '-',         'any',            '1 §2: contact support, from public pages too'],

  // Workspaces and projects
  'workspaces.list':               ['signed in',       'own account',    '-',         'any',            '1 §7: those that the caller has a role in'],
  'workspaces.create':             ['signed in',       'changes',        'owned',     'Starter, Teams', '1 §6: create workspace (Teams or Starter); 3: "beyond the first"'],
  'workspaces.rename':             ['owner, admin',    'changes',        'workspace', 'any',            '1 §2: "Overview allows renaming", "Owner or admin only"'],
  'workspaces.getSubscription':    ['any role',        'views',          'workspace', 'any',            '1 §4: a banner for everybody, its links for owners'],
  // Billing: 1 §6 "Billing lists only workspaces where the user is owner"; "buy" remains allowed when canceled. The effects of
  // the subscription's state are in billing-states.test.ts.
  'billing.cancel':                ['owner',           'removes',        'workspace', 'any',            '1 §6: payment method and cancel, also where a payment is overdue'],
  'billing.restore':               ['owner',           'changes',        'workspace', 'any',            '1 §6: "Reactivate" is owner-only'],
  'billing.switchToFree':          ['owner',           'removes',        'workspace', 'any',            '1 §4: "trial or canceled gives free, starter and teams cards"'],
  'billing.downgrade':             ['owner',           'changes',        'workspace', 'any',            '1 §6: billing is the owner\'s'],
  'billing.previewDowngrade':      ['owner',           'views',          'workspace', 'any',            '1 §6: billing is the owner\'s'],
  'billing.upgrade':               ['owner',           'changes',        'workspace', 'any',            '1 §6: billing is the owner\'s'],
  'billing.previewUpgrade':        ['owner',           'views',          'workspace', 'any',            '1 §6: billing is the owner\'s'],
  'billing.setMembers':            ['owner',           'changes',        'workspace', 'any',            '1 §6: the seat card, on billing'],
  'billing.previewMembers':        ['owner',           'views',          'workspace', 'any',            '1 §6: the seat card, on billing'],
  'billing.setProjects':           ['owner',           'changes',        'workspace', 'any',            '1 §6: the project card, on billing'],
  'billing.previewProjects':       ['owner',           'views',          'workspace', 'any',            '1 §6: the project card, on billing'],
  'billing.getPaymentDetails':     ['owner',           'views',          'workspace', 'any',            '1 §6: "Update payment details" is owner-only'],
  'billing.getCheckout':           ['owner',           'views',          'workspace', 'any',            '1 §6: "Buy now" is owner-only'],
  'billing.receiveWebhook':        ['anyone',          'own account',    '-',         'any',            'by its signature alone: billing-webhooks.test.ts'],
  'projects.create':               ['owner, admin',    'changes',        'workspace', 'Starter, Teams', '1 §2: "New project" (owners and admins on Starter or Teams plans)'],
  'projects.rename':               ['owner, admin',    'changes',        'project',   'any',            '1 §2: project settings, "Owner or admin. Rename"'],
  'projects.setLanguages':         ['owner, admin',    'changes',        'project',   'any',            '1 §2: project settings, "Owner or admin"; 4 §3: "the project has languages"'],
  'projects.delete':               ['owner',           'removes',        'project',   'any',            '1 §6: "project deletion owner only"; canceled keeps it'],
  'projects.cancelRemoving':       ['anyone',          'own account',    '-',         'any',            '1 §7: public, by the link of a mail'],

  // Members, invitations and roles: 1 §2 ("Owner or admin only"), 1 §6, 3 "Members, roles and invitations". Whose role a caller may change, and
  // which roles they may assign, depends on the record and not on the call: members.test.ts and related files.
  'members.list':                  ['owner, admin',    'views',          'workspace', 'any',            '1 §6: "members and roles pages: owner and admin regardless of permissions"'],
  'members.invite':                ['owner, admin',    'changes',        'workspace', 'Starter, Teams', '1 §6: invite members (Starter or Teams); members may give no role'],
  'members.setRole':               ['owner, admin',    'changes',        'workspace', 'any',            '1 §6: "Update role" for owners on anyone, for admins on non-owners'],
  'members.remove':                ['owner, admin',    'removes',        'workspace', 'any',            '1 §6: "Remove member"; canceled keeps "delete-member access"'],
  'invitations.list':              ['owner, admin',    'views',          'workspace', 'any',            '1 §2: "Members lists workspace members with invite and edit menus"'],
  'invitations.resend':            ['owner, admin',    'changes',        'workspace', 'Starter, Teams', '3: "can be sent again", which invites'],
  'invitations.withdraw':          ['owner, admin',    'changes',        'workspace', 'any',            '3: "and withdrawn"; not among what canceled keeps'],
  'invitations.checkLink':         ['anyone',          'own account',    '-',         'any',            '3: by the link of a mail, before anybody has signed in'],
  'invitations.accept':            ['signed in',       'own account',    '-',         'any',            '3: "accepts on a page, signed in as the invited address"'],
  'roles.list':                    ['owner, admin',    'views',          'workspace', 'any',            '1 §6: "members and roles pages: owner and admin regardless of permissions"'],
  'roles.get':                     ['owner, admin',    'views',          'workspace', 'any',            '1 §2: /settings/workspaces/{workspaceId}/roles/{roleId}/edit'],
  'roles.save':                    ['owner, admin',    'changes',        'workspace', 'Teams',          '1 §6: create custom roles (Teams); 3: beyond the plan "none is made or changed"'],
  'roles.delete':                  ['owner, admin',    'changes',        'workspace', 'any',            '3: beyond the plan they "go on to hold, none is made or changed", and may still be deleted'],
  'extensions.list':               ['owner',           'views',          'workspace', 'any',            '5 §5: "addresses that an owner has allowed"'],
  'extensions.check':              ['owner',           'changes',        'workspace', 'any',            '5 §5: "addresses that an owner has allowed"'],
  'extensions.allow':              ['owner',           'changes',        'workspace', 'any',            '5 §5: "addresses that an owner has allowed"'],
  'extensions.remove':             ['owner',           'changes',        'workspace', 'any',            '5 §5: "addresses that an owner has allowed"'],
  'extensions.running':            ['any role',        'views',          'instance',  'any',            '5 §5: for whoever opens a form or a list'],
  'extensions.frame':              ['anyone',          'own account',    '-',         'any',            '5 §5: a sandboxed frame has no session; by the hash of its script'],
  'extensions.script':             ['anyone',          'own account',    '-',         'any',            '5 §5: a sandboxed frame has no session; by its hash'],
  'companySignIn.begin':          ['anyone',            'own account',   '-',         'any',            '5 §4: by the address, before anybody has signed in'],
  'companySignIn.callback':       ['anyone',            'own account',   '-',         'any',            '5 §4: by the provider, before anybody has signed in'],
  'companySignIn.sendCode':       ['signed in',         'own account',   '-',         'any',            '5 §4: "leaves an owner’s recovery by password, mail and code"'],
  'companySignIn.recover':        ['signed in',         'own account',   '-',         'any',            '5 §4: the same'],
  'companySignIn.get':            ['owner',             'views',         'workspace', 'any',            '5 §4: "OpenID Connect per workspace"'],
  'companySignIn.save':           ['owner',             'changes',       'workspace', 'any',            '5 §4: the same'],
  'companySignIn.remove':         ['owner',             'removes',       'workspace', 'any',            '5 §4: the same; closes a way in, whatever was paid'],
  'companySignIn.setOnly':        ['owner',             'removes',       'workspace', 'any',            '5 §4: "Only company sign-in"; closes a way in, whatever was paid'],
  'companySignIn.addDomain':      ['owner',             'changes',       'workspace', 'any',            '5 §4: "verified domains"'],
  'companySignIn.checkDomain':    ['owner',             'changes',       'workspace', 'any',            '5 §4: the same'],
  'companySignIn.removeDomain':   ['owner',             'removes',       'workspace', 'any',            '5 §4: the same; closes a way in, whatever was paid'],
  'companySignIn.tryOut':         ['owner',             'changes',       'workspace', 'any',            '5 §4: "OpenID Connect per workspace"'],
  'companySignIn.forget':         ['owner',             'changes',       'workspace', 'any',            '5 §4: the same'],
  'requiredFactor.get':            ['owner',             'views',         'workspace', 'any',            '5 §4: "a workspace may require one"; as the company sign-in'],
  'requiredFactor.set':            ['owner',             'removes',       'workspace', 'any',            '5 §4: the same; closes a way in, whatever was paid'],
  'scim.get':                     ['owner',             'views',         'workspace', 'any',            '5 §4: "SCIM 2.0 users and groups to roles"; as the company sign-in'],
  'scim.createToken':             ['owner',             'changes',       'workspace', 'any',            '5 §4: the same'],
  'scim.revokeToken':             ['owner',             'removes',       'workspace', 'any',            '5 §4: the same; closes a way in, whatever was paid'],
  'scim.setGroupRole':            ['owner',             'changes',       'workspace', 'any',            '5 §4: "groups to roles"'],
  'accessLog.list':                ['owner, admin',    'views',          'workspace', 'any',            'a page of the workspace as the members are: 1 §2'],
  'projectMembers.list':           ['owner, admin',    'views',          'project',   'any',            '1 §2: project settings, "and the project members list"'],
  'projectMembers.getRoles':       ['owner, admin',    'views',          'project',   'any',            '1 §2: project members, "for owner or admin"'],
  'projectMembers.setRoles':       ['owner, admin in the project', 'changes', 'project', 'any',         '1 §6: "You need to be added to this project before you can add users or update roles"'],
  'projectMembers.remove':         ['owner, admin in the project', 'removes', 'project', 'any',      '1 §6: as above; canceled keeps "delete-member access"'],

  // An instance: 1 §4 and §7, 2 §6
  'instances.activate':            ['any role',        'own account',    'instance',  'any',            '1 §4: "an instance existing in the user\'s workspaces"'],
  'instances.getPermissions':      ['any role',        'views',          'instance',  'any',            '1 §4: fetched per instance, for everybody'],
  'instances.getWaiting':          ['READ',            'views',          'instance',  'any',            '5 §7: what waits, counted for the navigation'],
  'instances.getSummary':          ['READ',            'views',          'instance',  'any',            '5 §7: the state of each instance on the dashboard'],
  'instances.getOverview':         ['READ',            'views',          'instance',  'any',            '2 §6: READ is "Can view project content"'],
  'instances.getToken':            ['EXPORT',          'views',          'instance',  'any',            '2 §2: export settings need EXPORT'],
  'instances.regenerateToken':     ['EXPORT',          'changes',        'instance',  'any',            '2 §2: export settings need EXPORT'],
  'instances.getImage':            ['READ',            'views',          'instance',  'any',            '2 §7: images of items; READ is "Can view project content"'],

  // The editor: 2 §6. READ is "Can view project content", which suffices for showing content.
  'bootstrap.ofTemplate':          ['READ',            'views',          'instance',  'any',            'its parts: the calls of an account, and those of content, which ask for READ'],
  'menu.list':                     ['READ',            'views',          'instance',  'any',            '2 §6: "READ gates the templates tree"'],
  'menu.save':                     ['MENU_MANAGEMENT', 'changes',        'Dev',       'any',            '2 §6: "MENU_MANAGEMENT gates navigation add/save controls"; 3: content of Dev is synced from there'],
  'templates.list':                ['READ',            'views',          'instance',  'any',            '2 §6: "READ gates the templates tree"'],
  'templates.get':                 ['READ',            'views',          'instance',  'any',            '2 §6: "View template" without CREATE_TEMPLATE'],
  'templates.isUnique':            ['READ',            'views',          'instance',  'any',            '2 §7: reveals which ids are taken, as the list does'],
  'templates.exampleExport':       ['READ',            'views',          'instance',  'any',            '2 §2: the tab "JSON preview" of a template that is viewed'],
  'templates.progress':            ['READ',            'views',          'instance',  'any',            'the progress of a saved change, for callers who see the items'],
  'templates.save':                ['CREATE_TEMPLATE', 'changes',        'Dev',       'any',            '2 §6: "CREATE_TEMPLATE gates saving templates"; 3: every change of a template is Dev only'],
  'templates.listFieldIds':        ['CREATE_TEMPLATE', 'views',          'Dev',       'any',            '5 §1: the ids that a new field must not have, for callers who may save'],
  'templates.dryRun':              ['CREATE_TEMPLATE', 'changes',        'Dev',       'any',            'the effects of a save, for callers who may save'],
  'templates.tryConversion':       ['CREATE_TEMPLATE', 'changes',        'Dev',       'any',            'the effects of a conversion, for callers who may save'],
  'templates.removedFields':       ['CREATE_TEMPLATE', 'views',          'Dev',       'any',            'removed fields that a save can restore, for callers who may save'],
  'templates.listUses':            ['CREATE_TEMPLATE', 'views',          'Dev',       'any',            'what keeps a template from being deleted, for callers who may delete'],
  'templates.delete':              ['CREATE_TEMPLATE', 'changes',        'Dev',       'any',            '3: "Dev only, with CREATE_ITEM and CREATE_TEMPLATE"'],
  'items.list':                    ['READ',            'views',          'instance',  'any',            '2 §6: "Can view project content"'],
  'items.export':                  ['READ',            'views',          'instance',  'any',            '4 §4: "Export of a list"; reading it as a list'],
  'items.groups':                  ['READ',            'views',          'instance',  'any',            '5 §7: "grouping by a choice, a checkbox or a link, with counts"'],
  'items.chart':                   ['READ',            'views',          'instance',  'any',            '5 §8: "Charts of a list, beside table, gallery and grid"; reading it as a list'],
  'drops.list':                    ['READ',            'views',          'instance',  'any',            '5 §8: "Drops"; reading the items that they lead to'],
  'items.listByIds':               ['READ',            'views',          'instance',  'any',            '2 §6: "Can view project content"'],
  'items.listEdits':               ['READ',            'views',          'instance',  'any',            '2 §6: "Can view project content"; 3: "Screens show who edited"'],
  'items.listHeaders':             ['READ',            'views',          'instance',  'any',            '2 §6: "Can view project content"'],
  'items.search':                  ['READ',            'views',          'instance',  'any',            '2 §6: "Can view project content"'],
  'items.get':                     ['READ',            'views',          'instance',  'any',            '2 §6: "Can view project content"'],
  'items.listUses':                ['READ',            'views',          'instance',  'any',            '2 §6: "Can view project content"'],
  'items.replaceLinks':            ['CREATE_ITEM',     'changes',        'instance',  'any',            '3: as a save of each item that links to it'],
  'items.save':                    ['CREATE_ITEM',     'changes',        'instance',  'any',            '3: "existing items can be saved in every instance by who holds CREATE_ITEM there"'],
  'items.saveMany':                ['CREATE_ITEM',     'changes',        'instance',  'any',            '3: as each of them alone; new ones are Dev only'],
  'items.saveRecords':             ['CREATE_ITEM',     'changes',        'instance',  'any',            '3: as each of them alone; new ones are Dev only'],
  'items.delete':                  ['CREATE_ITEM',     'changes',        'Dev',       'any',            '3: "Dev only, with CREATE_ITEM and CREATE_TEMPLATE"'],

  // Saved views: 5 §1 "private or for the project". Those of the project need CREATE_TEMPLATE, too, whatever the call: views.test.ts
  // Comments: 5 §3, tests/server/comments.test.ts; about a review or a release, what that requires as well
  'comments.list':                ['READ',           'views',         'instance',  'any',            '5 §3: "READ is enough"'],
  'comments.listReplies':         ['READ',           'views',         'instance',  'any',            '5 §3: the same'],
  'comments.count':               ['READ',           'views',         'instance',  'any',            '5 §3: "a column" in lists, for whoever sees the list'],
  'comments.listPeople':          ['READ',           'views',         'instance',  'any',            '5 §3: "mentions people who may read it"'],
  'comments.create':              ['READ',           'changes',       'instance',  'any',            '5 §3: "READ is enough"; it changes no content'],
  'comments.reply':               ['READ',           'changes',       'instance',  'any',            '5 §3: the same'],
  'comments.edit':                ['READ',           'changes',       'instance',  'any',            '5 §3: "by their authors"'],
  'comments.delete':              ['READ',           'changes',       'instance',  'any',            '5 §3: "by their authors"'],
  'comments.resolve':             ['READ',           'changes',       'instance',  'any',            '5 §3: "READ is enough"'],
  'comments.read':                ['READ',           'changes',       'instance',  'any',            '5 §3: "Unread is marked per person"'],
  'comments.getMails':            ['signed in',      'own account',   '-',         'any',            '5 §3: "a mail at most every ten minutes"'],
  'comments.setMails':            ['signed in',      'own account',   '-',         'any',            '5 §3: the same, turned off and on'],
  'comments.openStopMails':       ['anyone',         'own account',   '-',         'any',            '5 §3: the same, to the page that asks'],
  'comments.stopMails':           ['anyone',         'own account',   '-',         'any',            '5 §3: the same, by the key of a mail'],
  'views.list':                    ['READ',            'views',          'instance',  'any',            '5 §1: "a list of views before the filters", for whoever sees the list'],
  'views.create':                  ['READ',            'changes',        'instance',  'any',            '5 §1: "private"; it changes no content'],
  'views.update':                  ['READ',            'changes',        'instance',  'any',            '5 §1: "private"; it changes no content'],
  'views.delete':                  ['READ',            'changes',        'instance',  'any',            '5 §1: "private"; it changes no content'],

  // Addresses of sheets: 4 §1, "tokens need EXPORT". They are used without a session: sheet-addresses.test.ts
  'sheetAddresses.list':           ['EXPORT',          'views',          'instance',  'any',            '4 §1: tokens "need EXPORT"'],
  'sheetAddresses.create':         ['EXPORT',          'changes',        'instance',  'any',            '4 §1: tokens "need EXPORT"; and READ, as it reads'],
  'sheetAddresses.delete':         ['EXPORT',          'changes',        'instance',  'any',            '4 §1: tokens "need EXPORT"'],
  'sheetAddresses.read':           ['anyone',          'own account',    '-',         'any',            '4 §4: "a read-only CSV address with a scoped token", by its token alone'],
  'sheetAddresses.check':          ['anyone',          'own account',    '-',         'any',            '4 §4: "a documented script that sends a range to the dry run", by its token alone'],

  // Selection and bulk edit: 4 §2; 4 §1: "Reading history, trash and activity needs READ; restoring needs what the same change by hand would need"
  'translations.count':            ['READ',            'views',          'instance',  'any',            '4 §3: localised text "counted"; reading it as a list'],
  'translations.download':         ['READ',            'views',          'instance',  'any',            '4 §3: localised text "CSV and XLIFF out and in"; reading it as a list'],
  'translations.upload':           ['CREATE_ITEM',     'changes',        'instance',  'any',            '4 §3: "out and in"; as a save of each item'],
  'bulkEdits.count':               ['READ',            'views',          'instance',  'any',            '4 §2: the number of all that match'],
  'bulkEdits.check':               ['CREATE_ITEM',     'views',          'instance',  'any',            '4 §2: the preview of an edit, for whoever may save'],
  'bulkEdits.apply':               ['CREATE_ITEM',     'changes',        'instance',  'any',            '4 §2: as a save of each item; copies and deletions are Dev only'],
  'replacements.check':            ['CREATE_ITEM and READ', 'views',          'instance',  'any',            'the preview of a replacement, for whoever may save what it shows'],
  'replacements.apply':            ['CREATE_ITEM and READ', 'changes',        'instance',  'any',            '4 §2: as a save of each item'],
  'imports.upload':                ['CREATE_ITEM and READ', 'changes',        'instance',  'any',            '4 §4: import; as a save of each item; new ones are Dev only'],
  'imports.get':                   ['CREATE_ITEM',     'views',          'instance',  'any',            'what an import does, for whoever may make one'],
  'imports.chart':                 ['CREATE_ITEM and READ', 'views',          'instance',  'any',            '5 §8: "every checked change set has Chart"'],
  'imports.listRows':              ['CREATE_ITEM and READ', 'views',          'instance',  'any',            'what an import does, for whoever may make one'],
  'imports.apply':                 ['CREATE_ITEM and READ', 'changes',        'instance',  'any',            '4 §4: import; as a save of each item; new ones are Dev only'],
  'imports.cancel':                ['CREATE_ITEM',     'changes',        'instance',  'any',            'the end of an import, for whoever may make one'],
  'proposals.check':               ['READ',            'views',          'instance',  'any',            '4 §7: whoever sees content may propose; it changes nothing'],
  'proposals.create':              ['READ',            'changes',        'instance',  'any',            '4 §7: whoever sees content may propose; it changes no content'],
  'proposals.list':                ['READ',            'views',          'instance',  'any',            '4 §7: "a person opens, sees field by field"'],
  'proposals.get':                 ['READ',            'views',          'instance',  'any',            '4 §7: "a person opens, sees field by field"'],
  'proposals.chart':               ['READ',            'views',          'instance',  'any',            '5 §8: "every checked change set has Chart"'],
  'proposals.listRows':            ['READ',            'views',          'instance',  'any',            '4 §7: "a person opens, sees field by field"'],
  'proposals.apply':               ['CREATE_ITEM and READ', 'changes',        'instance',  'any',            '4 §7: "applies or declines"; as a save of each item; new ones are Dev only'],
  'proposals.decline':             ['CREATE_ITEM and READ', 'changes',        'instance',  'any',            '4 §7: "applies or declines", for whoever may apply'],
  'trash.list':                    ['READ',            'views',          'instance',  'any',            '4 §1: "Reading history, trash and activity needs READ"'],
  'restores.check':                ['CREATE_ITEM',     'views',          'Dev',       'any',            'the preview of a restore, for whoever may restore'],
  'restores.apply':                ['CREATE_ITEM',     'changes',        'Dev',       'any',            '4 §1: "restoring needs what the same change by hand would need"; templates also CREATE_TEMPLATE'],
  'changeSets.list':               ['READ',            'views',          'instance',  'any',            '4 §1: "Reading history needs READ"'],
  'changeSets.get':                ['READ',            'views',          'instance',  'any',            '4 §1: "Reading history needs READ"'],
  'changeSets.listItems':          ['READ',            'views',          'instance',  'any',            '4 §1: "Reading history needs READ"'],
  'changeSets.getItem':            ['READ',            'views',          'instance',  'any',            '4 §1: "Reading history needs READ"'],
  'changeSets.checkUndo':          ['CREATE_ITEM',     'views',          'instance',  'any',            'what an undo would meet, for whoever may save'],
  'changeSets.undo':               ['CREATE_ITEM',     'changes',        'instance',  'any',            '4 §1: "restoring needs what the same change by hand would need"'],
  'history.listItem':              ['READ',            'views',          'instance',  'any',            '4 §1: "Reading history needs READ"'],
  'history.compareItem':           ['READ',            'views',          'instance',  'any',            '4 §1: "Reading history needs READ"'],
  'history.summary':               ['owner, admin',    'views',          'project',   'any',            '1 §2: project settings, "Owner or admin"'],
  'history.checkItem':             ['READ',            'views',          'instance',  'any',            '4 §1: "Reading history needs READ"'],
  'history.restoreItem':           ['CREATE_ITEM',     'changes',        'instance',  'any',            '4 §1: "restoring needs what the same change by hand would need"'],
  'history.listTemplate':          ['READ',            'views',          'instance',  'any',            '4 §1: "Reading history needs READ"'],
  'history.compareTemplate':       ['READ',            'views',          'instance',  'any',            '4 §1: "Reading history needs READ"'],
  'history.checkTemplate':         ['CREATE_TEMPLATE', 'views',          'Dev',       'any',            'what a restore would do, for whoever may save the template'],
  'history.restoreTemplate':       ['CREATE_TEMPLATE', 'changes',        'Dev',       'any',            '4 §1: "restoring needs what the same change by hand would need"'],
  'history.listMenu':              ['READ',            'views',          'instance',  'any',            '4 §1: "Reading history needs READ"'],
  'history.compareMenu':           ['READ',            'views',          'instance',  'any',            '4 §1: "Reading history needs READ"'],
  'history.restoreMenu':           ['MENU_MANAGEMENT', 'changes',        'Dev',       'any',            '4 §1: "restoring needs what the same change by hand would need"'],

  // Activity: 4 §5. Entries are limited to instances with READ, and changes of members to readers of the access log: activity-access.test.ts
  'activity.list':                 ['any role',        'views',          'project',   'any',            '4 §1: "Reading history, trash and activity needs READ", per instance'],
  'activity.listPeople':           ['any role',        'views',          'project',   'any',            '4 §1: as the entries'],
  'activity.export':               ['any role',        'views',          'project',   'any',            '4 §5: "exported as CSV"; as the entries'],

  // Instance sync: 2 §2 "Needs INSTANCE_CHANGES permission and the Teams plan"; 2 §6: INSTANCE_CHANGES is "Can view changes in instance
  // sync", MOVE_INSTANCE_CHANGES "Can move changes between instances".
  'sync.listChanges':              ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          '2 §2: the changes'],
  'sync.getItem':                  ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          '2 §6: one of the changes'],
  'sync.listUnsynced':             ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          '2 §6: which items have changes'],
  'sync.getTemplate':              ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          '2 §6: one of the changes'],
  'sync.getMenu':                  ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          '2 §6: one of the changes'],
  'sync.check':                    ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          'the problems of a sync, for callers who see the changes'],
  'sync.all':                      ['MOVE_INSTANCE_CHANGES', 'changes',  'instance',  'Teams',          '2 §6: "Can move changes between instances"'],
  'sync.some':                     ['MOVE_INSTANCE_CHANGES', 'changes',  'instance',  'Teams',          '2 §6: "Can move changes between instances"'],
  'sync.list':                     ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          'the synced changes, for callers who could see them'],
  'sync.get':                      ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          'the synced changes, for callers who could see them'],
  'sync.listItems':                ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          'the synced changes, for callers who could see them'],
  'sync.getSyncedItem':            ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          'the synced changes, for callers who could see them'],
  'sync.getSyncedTemplate':        ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          'the synced changes, for callers who could see them'],
  'sync.getSyncedMenu':            ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          'the synced changes, for callers who could see them'],
  'sync.checkUndo':                ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          'the problems of an undo, for callers who see the changes'],
  'sync.undo':                     ['MOVE_INSTANCE_CHANGES', 'changes',  'instance',  'Teams',          '2 §6: it moves changes back'],
  'syncReviews.create':            ['INSTANCE_CHANGES', 'changes',       'instance',  'Teams',          'callers who see the changes can request their sync'],
  'syncReviews.list':              ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          'the requested changes, for callers who see the changes'],
  'syncReviews.get':               ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          'the requested changes, for callers who see the changes'],
  'syncReviews.apply':             ['MOVE_INSTANCE_CHANGES', 'changes',  'instance',  'Teams',          '2 §6: "Can move changes between instances"'],
  'syncReviews.decline':           ['MOVE_INSTANCE_CHANGES', 'changes',  'instance',  'Teams',          'answered by those who may move'],
  // Releases: 4 §6 "A release is a sync or change set with a name": what may sync may plan, and what sees the changes may read.
  'releases.list':                 ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          '4 §6: the planned changes, for callers who see the changes'],
  'releases.planned':              ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          '4 §6: "A calendar shows what is planned"'],
  'releases.get':                  ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          '4 §6: "reviewed by link"'],
  'releases.overlaps':             ['INSTANCE_CHANGES', 'views',         'instance',  'Teams',          'what is planned for the same content, for callers who see the changes'],
  'releases.create':               ['MOVE_INSTANCE_CHANGES', 'changes',  'instance',  'Teams',          '4 §6: it moves changes; 2 §6: "Can move changes between instances"'],
  'releases.schedule':             ['MOVE_INSTANCE_CHANGES', 'changes',  'instance',  'Teams',          '4 §6: it moves changes; 2 §6: "Can move changes between instances"'],
  'releases.publish':              ['MOVE_INSTANCE_CHANGES', 'changes',  'instance',  'Teams',          '4 §6: it moves changes; 2 §6: "Can move changes between instances"'],
  'releases.cancel':               ['MOVE_INSTANCE_CHANGES', 'changes',  'instance',  'Teams',          '4 §6: it moves changes; 2 §6: "Can move changes between instances"'],

  // Exports: 2 §6, "EXPORT gates Exported data, Export settings and the export button"
  'reports.start':                 ['EXPORT',          'changes',        'instance',  'any',            '2 §6: the export button; it changes what games download'],
  'reports.list':                  ['EXPORT',          'views',          'instance',  'any',            '2 §6: Exported data'],
  'reports.changes':               ['EXPORT',          'views',          'instance',  'any',            '3: what an export would change'],
  'reports.get':                   ['EXPORT',          'views',          'instance',  'any',            '2 §6: Exported data'],
  // Builds and channels: 4 §1, "channels, webhooks and tokens need EXPORT"; §6
  'builds.list':                   ['EXPORT',          'views',          'instance',  'any',            '4 §6: "An export is a build"; 2 §6: Exported data'],
  'builds.listChanges':            ['EXPORT',          'views',          'instance',  'any',            '4 §6: "Builds are compared item by item"; 2 §6: Exported data'],
  'builds.getChange':              ['EXPORT',          'views',          'instance',  'any',            '4 §6: "Builds are compared item by item"; 2 §6: Exported data'],
  'builds.rename':                 ['EXPORT',          'changes',        'instance',  'any',            '4 §6: "Named ones are kept"; 4 §1: EXPORT'],
  'channels.list':                 ['EXPORT',          'views',          'instance',  'any',            '4 §1: channels need EXPORT'],
  'channels.create':               ['EXPORT',          'changes',        'instance',  'Starter, Teams', '4 §1: channels need EXPORT; "channels beyond live from Starter on"'],
  'channels.setBuild':             ['EXPORT',          'changes',        'instance',  'any',            '4 §1: channels need EXPORT; others than live from Starter on: channels.test.ts'],
  'channels.follow':               ['EXPORT',          'changes',        'instance',  'any',            '4 §1: channels need EXPORT'],
  'channels.delete':               ['EXPORT',          'changes',        'instance',  'any',            '4 §1: channels need EXPORT'],
  'channels.setReading':           ['EXPORT',          'changes',        'instance',  'any',            '4 §6: "Reading may be public or by token, per instance"; 4 §1: EXPORT'],
  // Tokens: 4 §1 "tokens need EXPORT, and are managed in Dev, Stage and Prod each on its own"; 4 §7
  'projectTokens.list':            ['EXPORT',          'views',          'instance',  'any',            '4 §1: tokens need EXPORT'],
  'projectTokens.create':          ['EXPORT',          'changes',        'instance',  'any',            '4 §1: tokens need EXPORT; "Every plan has all of this page but"'],
  'projectTokens.revoke':          ['EXPORT',          'removes',        'instance',  'any',            '4 §7: "revoked at once", also where a subscription has ended'],
  'assistants.getRequest':         ['signed in',       'own account',    '-',         'any',            '4 §7: what a link asks for'],
  'assistants.allow':              ['EXPORT',          'changes',        'instance',  'any',            '4 §7: makes a token, and so 4 §1: tokens need EXPORT'],
  'webhooks.list':                 ['EXPORT',          'views',          'instance',  'any',            '4 §1: webhooks need EXPORT'],
  'webhooks.create':               ['EXPORT',          'changes',        'instance',  'Starter, Teams', '4 §1: webhooks need EXPORT; "webhooks ... from Starter on"'],
  'webhooks.update':               ['EXPORT',          'changes',        'instance',  'Starter, Teams', '4 §1: webhooks need EXPORT; "webhooks ... from Starter on"'],
  'webhooks.delete':               ['EXPORT',          'changes',        'instance',  'any',            '4 §1: webhooks need EXPORT; what the plan no longer includes can be deleted'],
  'webhooks.rotateSecret':         ['EXPORT',          'changes',        'instance',  'Starter, Teams', '4 §1: webhooks need EXPORT; "webhooks ... from Starter on"'],
  'webhooks.test':                 ['EXPORT',          'changes',        'instance',  'Starter, Teams', '4 §1: webhooks need EXPORT; "webhooks ... from Starter on"'],
  'webhooks.deliveries':           ['EXPORT',          'views',          'instance',  'any',            '4 §6: "a log with each attempt"; 4 §1: EXPORT'],
  'webhooks.delivery':             ['EXPORT',          'views',          'instance',  'any',            '4 §6: "a log with each attempt"; 4 §1: EXPORT'],
  'webhooks.resend':               ['EXPORT',          'changes',        'instance',  'Starter, Teams', '4 §1: webhooks need EXPORT; "webhooks ... from Starter on"'],
  'signingKeys.list':              ['EXPORT',          'views',          'instance',  'any',            '4 §6: the public key; 4 §1: EXPORT'],
  'signingKeys.rotate':            ['owner, admin',    'changes',        'project',   'any',            '4 §6: a key per project, of all its instances; 1 §2: project settings, "Owner or admin"'],
  'jobs.get':                      ['any role',        'views',          'instance',  'any',            'and what the access to its subject requires: tests/server/job-progress.test.ts'],
  'jobs.cancel':                   ['any role',        'changes',        'instance',  'any',            'and what starting the same requires: tests/server/job-progress.test.ts'],
  'reports.getFileUrl':            ['EXPORT',          'views',          'instance',  'any',            '2 §6: Exported data'],
  'gameTypes.get':                 ['EXPORT',          'views',          'instance',  'any',            '4 §6: part of what an export makes'],
  'gameTypes.getClient':           ['EXPORT',          'views',          'instance',  'any',            '4 §6: "a small client"'],
  'files.download':                ['anyone',          'own account',    '-',         'any',            '2 §4: "fetched from the returned url without credentials"'],
  'delivery.manifest':             ['API token',       'views',          'instance',  'any',            '3: "A token reads its own instance and nothing else", in every status'],
  'delivery.file':                 ['API token',       'views',          'instance',  'any',            '3: "A token reads its own instance and nothing else", in every status'],
  'delivery.image':                ['API token',       'views',          'instance',  'any',            '3: "A token reads its own instance and nothing else", in every status'],
  'live.follow':                   ['signed in',       'own account',    '-',         'any',            '5 §2: of what the reader may read at that moment: tests/server/live.test.ts'],
  'live.announce':                 ['READ',            'views',          'instance',  'any',            '5 §2: who may read it; it changes nothing: tests/server/presence.test.ts'],
  'live.getPresence':              ['signed in',       'own account',    '-',         'any',            '5 §2: "in the profile"'],
  'live.setPresence':              ['signed in',       'own account',    '-',         'any',            '5 §2: "turns one\'s own off"'],
  'delivery.build':                ['API token',       'views',          'instance',  'any',            '4 §6: "by token"; or by anyone where that is set: channels.test.ts'],
  'delivery.channel':              ['API token',       'views',          'instance',  'any',            '4 §6: "by token"; or by anyone where that is set: channels.test.ts'],
  'delivery.content':              ['API token',       'views',          'instance',  'any',            '4 §6: "by token"; or by anyone where that is set: channels.test.ts'],
};

/**
 * The calls that tokens of a project may make: 4 §7, "The scope is the outer limit, the permissions of the person who made it the inner
 * one. No token writes to Prod, or changes members, billing or tokens." Whatever is not listed is for people, also what only shows
 * members, syncs, exports or webhooks.
 */
const callsByScope: Record<ScopeName, readonly string[]> = {
  read: [
    'instances.getOverview', 'instances.getSummary', 'instances.getWaiting', 'instances.getImage', 'menu.list',
    'templates.list', 'templates.get', 'templates.isUnique', 'templates.exampleExport', 'templates.progress', 'templates.removedFields', 'templates.listFieldIds', 'templates.listUses',
    'items.list', 'items.groups', 'items.chart', 'items.export', 'items.listByIds', 'items.listEdits', 'items.listHeaders', 'items.search', 'items.get', 'items.listUses', 'drops.list',
    'translations.count', 'translations.download', 'bulkEdits.count', 'bulkEdits.check', 'replacements.check', 'imports.get', 'imports.listRows', 'imports.chart', 'trash.list', 'restores.check',
    'changeSets.list', 'changeSets.get', 'changeSets.listItems', 'changeSets.getItem', 'changeSets.checkUndo',
    'history.listItem', 'history.compareItem', 'history.checkItem', 'history.listTemplate', 'history.compareTemplate', 'history.checkTemplate',
    'history.listMenu', 'history.compareMenu', 'gameTypes.get', 'gameTypes.getClient', 'jobs.get',
    'proposals.list', 'proposals.get', 'proposals.listRows', 'proposals.chart', 'comments.list', 'comments.listReplies', 'comments.count',
  ],
  propose: ['imports.upload', 'proposals.check', 'proposals.create', 'proposals.list', 'proposals.get', 'proposals.listRows', 'comments.list', 'comments.listReplies', 'comments.count', 'comments.create', 'comments.reply'],
  'write:dev': [
    'menu.save', 'templates.save', 'templates.dryRun', 'templates.tryConversion', 'templates.delete',
    'items.replaceLinks', 'items.save', 'items.saveMany', 'items.saveRecords', 'items.delete', 'translations.upload', 'bulkEdits.apply', 'replacements.apply',
    'imports.upload', 'imports.apply', 'imports.cancel', 'proposals.check', 'proposals.create', 'proposals.list', 'proposals.get', 'proposals.listRows', 'restores.apply', 'changeSets.undo',
    'history.restoreItem', 'history.restoreTemplate', 'history.restoreMenu', 'jobs.cancel',
    'comments.list', 'comments.listReplies', 'comments.count', 'comments.create', 'comments.reply',
  ],
  deliver: [
    'delivery.manifest', 'delivery.file', 'delivery.image', 'delivery.build', 'delivery.channel', 'delivery.content', 'gameTypes.get', 'gameTypes.getClient',
  ],
};

/** The scopes of which a token needs one for a call; none if it is for people. */
export const scopesOf = (name: string): ScopeName[] =>
  (Object.keys(callsByScope) as ScopeName[]).filter((scope) => callsByScope[scope].includes(name));

/** Screens without a call of their own: pages that are open even if nothing on them can be changed, and parts of calls. */
export const screenTable: Record<string, AccessRow> = {
  'the settings of a workspace':   ['owner, admin',    'views',          'workspace', 'any',            '1 §6: "owner and admin regardless of permissions"'],
  'the settings of a project':     ['owner, admin',    'views',          'project',   'any',            '1 §6: "Project settings: owner or admin"'],
  'billing of a workspace':        ['owner',           'views',          'workspace', 'any',            '1 §2: "Billing (only if the user owns some workspace)"'],
  'the restore of a template':    ['CREATE_TEMPLATE', 'changes',        'Dev',       'any',            '4 §5: what making the template would need'],
  'a new item':                    ['CREATE_ITEM',     'changes',        'Dev',       'any',            '2 §1: "Templates and items can be created only in the Dev instance"'],
};
