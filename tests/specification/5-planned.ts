// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

/** What page 5 names and the product does not have yet, by section. */
export const live: Row[] = [
  { id: '5.live.list', where: 'Items list', says: 'changed cells take their new values within a second, with a short mark; rows that come or go are counted in a bar', isOpen: true },
  { id: '5.live.form', where: 'Item edit', says: 'fields untouched here take the new value, and say who changed it; those touched keep what was typed', isOpen: true },
  { id: '5.live.presence', where: 'lists, items, templates, syncs', says: 'who has the same page open is shown, and at which field or cell', isOpen: true },
  { id: '5.live.stream', where: 'server', says: 'one stream of events for all tabs and consoles carries ids and positions only, and goes on after a break', isOpen: true },
  { id: '5.live.polling', where: 'server', says: 'where streams are blocked, it polls every 15 s', isOpen: true },
];

export const comments: Row[] = [
  { id: '5.comments.places', where: 'items, fields, templates, reviews, releases, proposals', says: 'threads can be resolved, reopened, edited and deleted by their authors', isOpen: true },
  { id: '5.comments.mentions', where: 'comment', says: '`@name` mentions people who may read it: in "Waiting for you", by mail and by `comment.created`', isOpen: true },
  { id: '5.comments.item', where: 'comment', says: 'belongs to the item in the project, and survives sync, restore and trash', isOpen: true },
];

export const company: Row[] = [
  { id: '5.company.oidc', where: 'sign-in', says: 'OpenID Connect per workspace and per server, with verified domains and claims to roles' },
  { id: '5.company.attacks', where: 'sign-in', says: '50 attacks by answers, tokens, addresses, domains and return paths are refused and leave no session' },
  { id: '5.company.joins', where: 'sign-in', says: 'the first sign-in links the account of the address or creates one without a password, which joins by invitation, claim or default role, or not at all' },
  { id: '5.company.roles', where: 'sign-in', says: 'the values of a claim give the role of who joins' },
  { id: '5.company.removed', where: 'sign-in', says: 'a member who was removed does not join again without an invitation' },
  { id: '5.company.no-factor', where: 'sign-in', says: 'the second factor of the account is not asked after company sign-in' },
  { id: '5.company.day', where: 'session', says: 'a company sign-in lasts a day' },
  { id: '5.company.setting', where: 'workspace settings', says: 'issuer, client and a secret that is never returned nor sent to another issuer; issuers of many tenants are refused' },
  { id: '5.company.page', where: 'workspace settings', says: 'a page sets it up, verifies domains, tries it and turns "Only company sign-in" on' },
  { id: '5.company.sign-in-page', where: 'sign-in page', says: 'the typed address leads to its company; a server has a button with its name; refusals are said' },
  { id: '5.company.domains', where: 'workspace settings', says: 'a domain is verified by a DNS record, for one workspace at a time' },
  { id: '5.company.domain-lost', where: 'server', says: 'a domain whose record is gone passes to the workspace that has one, and sessions of its people end' },
  { id: '5.company.try', where: 'workspace settings', says: '"Try it" shows the claims that came and what they would do, and changes nothing' },
  { id: '5.company.forget', where: 'workspace settings', says: 'an owner forgets whose account an address is at the provider' },
  { id: '5.company.only', where: 'server', says: '"Only company sign-in" keeps other sessions out with 403 `company_sign_in`, and is turned on by an owner who has just signed in by it' },
  { id: '5.company.only-page', where: 'console', says: 'who is kept out is told how to get in' },
  { id: '5.company.reset', where: 'server', says: 'members of such a workspace get no new password by mail' },
  { id: '5.company.recovery', where: 'server', says: 'an owner gets in by password, second factor and mailed code' },
  { id: '5.company.portal', where: 'token exchange', says: 'portal and stand-alone share one setting' },
  { id: '5.company.server', where: 'environment', says: 'a company sign-in for the whole server' },
  { id: '5.company.stand-in', where: 'server', says: 'a stand-in for a provider to try it, in production only if it is named' },
  { id: '5.company.log', where: 'access log', says: 'every sign-in, refusal and change of the setting' },
  { id: '5.company.factor', where: 'sign-in', says: 'a one-time password or a recovery code is needed after the password; none works twice' },
  { id: '5.company.factor-set-up', where: 'profile', says: 'TOTP with ten recovery codes, shown once, is set up by a code, renewed and turned off by password and code' },
  { id: '5.company.factor-log', where: 'access log', says: 'every change of a second factor, and refused codes' },
  { id: '5.company.passkeys', where: 'sign-in', says: 'passkeys, which alone can sign in, and are the second factor of a password; recovery codes stand for both' },
  { id: '5.company.passkey-attacks', where: 'sign-in', says: 'challenges that were used or are of another browser, session or account, other origins and RP ids, unverified users, copies and removed passkeys are refused' },
  { id: '5.company.passkey-page', where: 'profile', says: 'passkeys are added, listed with their last use and removed; in a portal the console by itself is named' },
  { id: '5.company.factor-mail', where: 'mail', says: 'every change of a second factor, and recovery codes that are nearly or all used up' },
  { id: '5.company.factor-required', where: 'workspace settings', says: 'a workspace may require a second factor', isOpen: true },
  { id: '5.company.confirm', where: 'server', says: 'tokens, "Only company sign-in" and the deletion of a project ask again who the user is if that was not proved in the last ten minutes' },
  { id: '5.company.confirm-dialog', where: 'console', says: 'a dialog asks for what the account has, the change is then made, and nothing typed is lost' },
  { id: '5.company.sessions', where: 'profile', says: 'a list by device with "End"' },
  { id: '5.company.sessions-ended', where: 'server', says: 'an ended session is refused at once, on all servers' },
  { id: '5.company.scim', where: 'server', says: 'SCIM 2.0 users, and groups to roles', isOpen: true },
];

export const parts: Row[] = [
  { id: '5.parts.mount', where: 'host', says: '`mountPart` renders an item picker, a card, the form of an item, a list or a difference, with typed values, events and methods, by the guarantees of the console' },
  { id: '5.parts.components', where: 'host', says: 'a part is a React component and a custom element as well' },
  { id: '5.parts.mount-others', where: 'host', says: '`mountPart` renders comments', isOpen: true },
  { id: '5.parts.shared', where: 'host', says: 'the parts of a page share one session and one cache' },
  { id: '5.parts.addresses', where: 'host', says: 'each thing that a part opens has an address, at which the whole console shows it' },
  { id: '5.parts.verify-extension', where: 'command', says: '`verify-embed --extension` checks manifest, hash and size of an extension, and how each of its parts behaves in its frame' },
  { id: '5.parts.shared-stream', where: 'host', says: 'the parts of a page share one stream', isOpen: true },
  { id: '5.parts.texts', where: 'host', says: 'a table of texts of the host replaces words of the console', isOpen: true },
  { id: '5.parts.extensions-allowed', where: 'workspace settings', says: 'an owner allows an extension by the address of its manifest; the server reads it once, checks the hash of its script, and logs who allowed it' },
  { id: '5.parts.extensions-frame', where: 'console', says: 'it runs in a sandboxed frame with an origin of its own, which reaches no cookies, tokens, other fields or items, nor a network' },
  { id: '5.parts.extensions-messages', where: 'console', says: 'what it says is checked; one that says something else, or too much, is removed' },
  { id: '5.parts.extensions-host', where: 'host', says: 'custom elements of the host edit values by its prop `extensions`' },
  { id: '5.parts.extensions-fallback', where: 'item form', says: 'a missing, silent or broken one leaves the ordinary input, says so, and loses no value' },
  { id: '5.parts.extensions-cells', where: 'lists, grid, differences', says: 'values are drawn as the extension says, by the console' },
  { id: '5.parts.extensions-panels', where: 'item form', says: 'a panel of an extension gets the saved item that it is next to, changes nothing, and sees no other' },
  { id: '5.parts.extensions-actions', where: 'lists of items', says: 'an action gets the selected items, at most 1,000, and proposes values for each, which go through a bulk edit with its preview; those of other items end it' },
  { id: '5.parts.extensions-cards', where: 'dashboard', says: 'a card gets the names of the workspace, project and instance, and no content' },
  { id: '5.parts.extensions-asks', where: 'workspace settings', says: 'an owner sees what an extension asks for, and what it gets for it, before allowing it; a version that asks for more shows that, and is not allowed without' },
  { id: '5.parts.extensions-keys', where: 'console', says: 'the keys of the console do in a frame what they do in an ordinary input; those that save an item ask first' },
];

export const running: Row[] = [
  { id: '5.running.image', where: 'server', says: 'a container image, a compose file and a Helm chart' },
  { id: '5.running.metrics', where: 'server', says: '`/metrics` in the format of Prometheus, with dashboards and alerts' },
  { id: '5.running.traces', where: 'server', says: 'OpenTelemetry by `OTEL_*`: spans of requests and of their statements' },
  { id: '5.running.bill', where: 'build', says: 'a bill of materials names each package that building and running need' },
  { id: '5.running.backup', where: 'backup', says: 'saves database and files as of one moment, while servers run' },
  { id: '5.running.backup-resumed', where: 'backup', says: 'files that its folder has are not copied again' },
  { id: '5.running.backup-embedded', where: 'backup', says: 'a running server hands out a copy of its embedded database' },
  { id: '5.running.restore', where: 'restore', says: 'proved equal by hash, also in the other kind of database' },
  { id: '5.running.restore-refused', where: 'restore', says: 'a damaged or newer archive, and a database that is not empty, are refused by name' },
  { id: '5.running.restore-killed', where: 'restore', says: 'one that was killed keeps servers from starting, and begins again' },
  { id: '5.running.secret-key', where: 'restore', says: 'needs the secret key of the server that was backed up, or clears what it encrypted' },
  { id: '5.running.export-workspace', where: 'export-workspace', says: 'a workspace moves to another server and keeps its ids where they are free; others are listed' },
  { id: '5.running.people', where: 'import-workspace', says: 'people join by their address, or are invited' },
  { id: '5.running.no-secrets', where: 'export-workspace', says: 'no secret is in the archive; what has to be set again is listed' },
  { id: '5.running.jobs', where: 'server', says: 'a job starts at once on any of the servers on one PostgreSQL, also if the one that sent it has no worker left for it' },
  { id: '5.running.compared', where: 'Instance sync', says: 'what differs between two instances is found by reading the items next to those that differ' },
  { id: '5.running.rare-texts', where: 'Items list', says: 'a text that few or no items contain is found by its index, whatever the list is sorted by' },
  { id: '5.running.exports', where: 'exports', says: 'on PostgreSQL, the file of a template that has not changed since an earlier export is taken over, and has the bytes that it would be written with' },
  { id: '5.running.replicas', where: 'server', says: 'reads may go to replicas, and are never older than what the same session has written' },
];

export const finding: Row[] = [
  { id: '5.finding.sections', where: 'sidebar', says: 'the sections Changes and Delivery, each entry with the number that waits for the person' },
  { id: '5.finding.title', where: 'template', says: 'a title field and a picture field, in its versions, syncs and files' },
  { id: '5.finding.title-label', where: 'item', says: 'the label of a new item is made from the title until it is typed; imports take it from the title field' },
  { id: '5.finding.picture', where: 'items', says: 'the picture stands before the label in lists, the grid, links, pickers, search, palette, used-by and trash' },
  { id: '5.finding.picture-others', where: 'items', says: 'the picture stands before the label in differences' },
  { id: '5.finding.lists', where: 'Items list', says: 'views as tabs, filters as chips, grouping with counts, a gallery, two densities' },
  { id: '5.finding.undo', where: 'toasts', says: 'each save has "Undo" in its toast' },
  { id: '5.finding.history', where: 'history', says: 'rows show old and new values without a click' },
];

export const numbers: Row[] = [
  { id: '5.numbers.charts', where: 'Items list', says: 'distribution, two numbers against each other, amounts by choice or link, over time', isOpen: true },
  { id: '5.numbers.before-after', where: 'change sets', says: '"Chart" draws both states with mean, median and sum', isOpen: true },
  { id: '5.numbers.drops', where: 'drop tables', says: 'exact expectation of tries, guarantee after n, a seeded simulation', isOpen: true },
];
