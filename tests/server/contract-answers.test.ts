import { itemFieldId } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import { api } from '@quartermaster/contract/endpoints/api.ts';
import { assistants } from '@quartermaster/contract/endpoints/assistants.ts';
import { billing } from '@quartermaster/contract/endpoints/billing.ts';
import { bootstrap } from '@quartermaster/contract/endpoints/bootstrap.ts';
import { builds, channels, signingKeys } from '@quartermaster/contract/endpoints/builds.ts';
import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { delivery } from '@quartermaster/contract/endpoints/delivery.ts';
import { drops } from '@quartermaster/contract/endpoints/drops.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { extensions } from '@quartermaster/contract/endpoints/extensions.ts';
import { feedback } from '@quartermaster/contract/endpoints/feedback.ts';
import { files } from '@quartermaster/contract/endpoints/files.ts';
import { gameTypes } from '@quartermaster/contract/endpoints/game-types.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { live } from '@quartermaster/contract/endpoints/live.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { invitations, members } from '@quartermaster/contract/endpoints/people/members.ts';
import { passkeys } from '@quartermaster/contract/endpoints/people/passkeys.ts';
import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { requiredFactor } from '@quartermaster/contract/endpoints/people/required-factor.ts';
import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { scim } from '@quartermaster/contract/endpoints/people/scim.ts';
import { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { replacements } from '@quartermaster/contract/endpoints/replacements.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sheetAddresses } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { translations } from '@quartermaster/contract/endpoints/translations.ts';
import { views } from '@quartermaster/contract/endpoints/views.ts';
import { webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { expect, test, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import { sendWebhooksJob } from '../../server/modules/webhooks/send-service.ts';
import { shows } from '../specification/shows.ts';
import { buy, signedWebhook, simulatorOf } from '../support/billing.ts';
import { makeBuild } from '../support/builds.ts';
import { editEverything } from '../support/bulk-edits.ts';
import { type Records, saveCompany, signInBy, signInWithPassword, writeOnlyIn } from '../support/company-sign-in.ts';
import { demandEvents } from '../support/demanded-events.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { eventually } from '../support/eventually.ts';
import { imageBody } from '../support/image-body.ts';
import { importFile, jsonLines } from '../support/import-file.ts';
import { hashOf, mailAbout, mailsOf, mailTo } from '../support/mailbox.ts';
import { startProvider } from '../support/oidc-provider.ts';
import { createAuthenticator } from '../support/passkey.ts';
import { openPresent } from '../support/present-console.ts';
import { proposeEverything } from '../support/propose-everything.ts';
import { publishExtension } from '../support/published-extension.ts';
import { startReceiver } from '../support/receiver.ts';
import { directoryWith } from '../support/scim.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { type Sent, startTestServer, type TestServer, testEnvironment, urlOf } from '../support/server.ts';
import type { TestBrowser } from '../support/server-browser.ts';
import { holdJob } from '../support/server-jobs.ts';
import { assertShape, checkedAnswers } from '../support/server-shapes.ts';
import { emailOf, password } from '../support/server-studio.ts';
import { syncEverything } from '../support/sync.ts';
import { credentialsOf, exchangeEmail } from '../support/token-exchange.ts';
import { restoreEverything } from '../support/trash.ts';
import { allowPrivate } from '../support/webhooks.ts';

const limits = { required: false, minimum: null, maximum: null };
const field = (id: string, order: number, settings: SaveTemplateField['settings'], parentId: string | null = null) => ({
  id,
  order,
  parentId,
  settings,
});

const fields: SaveTemplateField[] = [
  field('title', 0, { type: 'text', name: 'title', label: 'Title', ...limits }),
  field('cost', 1, { type: 'integer', name: 'cost', label: 'Cost', ...limits }),
  field('magic', 3, { type: 'boolean', name: 'magic', label: 'Magic' }),
  field('since', 4, { type: 'date-time', name: 'since', label: 'Since', required: false }),
  field('rows', 2, { type: 'dynamic-group', name: 'rows', label: 'Rows' }),
  field('rate', 0, { type: 'float', name: 'rate', label: 'Rate', ...limits }, 'rows'),
];

const value = (id: string, type: 'text' | 'integer' | 'image', content: string | number) => ({
  id: itemFieldId(id, null),
  template_field_id: id,
  template_field_type: type,
  template_group_id: null,
  template_group_path: null,
  value: content,
  status: 1 as const,
});

const item = (title: string): SaveItem => ({
  template_id: 'weapon',
  internal_label: title,
  fields: [value('title', 'text', title), value('cost', 'integer', 7)],
});

/** Changes an item, its template and the menu, and restores each. */
async function restoreVersions(server: TestServer, ofItem: { instanceId: number; templateId: string; id: number }) {
  const as = { as: 'owner' } as const;
  const { instanceId } = ofItem;
  const inDev = { params: { instanceId } };
  const { item: before } = await server.call(items.get, { params: ofItem }, as);
  const renamed = {
    template_id: 'weapon',
    internal_label: 'Hatchet',
    fields: [],
    id: ofItem.id,
    version: before.version,
  };
  const { version: seen } = await server.call(items.save, { ...inDev, body: renamed }, as);
  await server.call(history.checkItem, { params: ofItem, query: { version: 1 } }, as);
  await server.call(history.restoreItem, { params: ofItem, body: { version: 1, seen } }, as);
  await server.call(templates.save, { ...inDev, body: { id: 'weapon', label: 'Arms', version: 1, fields } }, as);
  const ofWeapon = { params: { instanceId, templateId: 'weapon' } };
  await server.call(history.listTemplate, { ...ofWeapon, query: {} }, as);
  await server.call(history.compareTemplate, { ...ofWeapon, query: { from: 1 } }, as);
  await server.call(history.checkTemplate, { ...ofWeapon, query: { version: 1 } }, as);
  await server.call(history.restoreTemplate, { ...ofWeapon, body: { version: 1, seen: 2 } }, as);
  const { menu: nodes, version } = await server.call(menu.list, inDev, as);
  const { versions } = await server.call(history.listMenu, { ...inDev, query: {} }, as);
  const from = versions[0]?.id ?? expect.fail('The menu was saved.');
  const changes = nodes.slice(0, 1).map((node) => ({ ...node, label: 'Other', status: 2 as const }));
  const changed = await server.call(menu.save, { ...inDev, body: { menu: changes, version } }, as);
  await server.call(history.compareMenu, { ...inDev, query: { from } }, as);
  await server.call(history.restoreMenu, { ...inDev, body: { id: from, seen: changed.version } }, as);
}

/** Sets a second factor up, replaces its recovery codes, and turns it off. */
async function useSecondFactor(server: TestServer) {
  const as = { as: 'owner' } as const;
  await server.call(secondFactor.get, {}, as);
  const { codes } = await setUpFactor(server, 'owner');
  const renewed = await server.call(secondFactor.renewCodes, { body: { password, code: codes[0] ?? '' } }, as);
  const admin = { as: 'admin' } as const;
  const authenticator = createAuthenticator(new URL(server.app.deps.config.publicUrl).origin);
  const made = authenticator.make(await server.call(passkeys.enrol, {}, admin));
  await server.call(passkeys.add, { body: { ...made, name: 'Laptop' } }, admin);
  const sent = await server.send(passkeys.challenge, { body: {} });
  const asked = sent.body as Output<typeof passkeys.challenge>;
  await server.call(passkeys.signIn, { body: authenticator.sign(asked) }, { headers: cookiesOf(sent) });
  const {
    passkeys: [added],
  } = await server.call(secondFactor.get, {}, admin);
  await server.call(passkeys.remove, { params: { passkeyId: added?.id ?? 0 } }, admin);
  await server.call(secondFactor.remove, { body: { password, code: renewed.recovery_codes[0] ?? '' } }, as);
}

/** `server.call` compares every response with its shape, exactly; this test calls each endpoint once. */
test('every endpoint answers in its contract’s shape, and emits an event if it changes content', async () => {
  shows('3.names.server-answers-all');
  const server = await startTestServer();
  const { workspaceId, dev: instanceId, stage } = server.studio;
  checkedAnswers.clear();
  await demandEvents(server.app.deps.database);
  const as = { as: 'owner' } as const;
  const inDev = { params: { instanceId } };
  const ofWeapon = { params: { instanceId, templateId: 'weapon' } };

  await server.call(accounts.login, { body: { email: emailOf('owner'), password } });
  const login = await server.send(accounts.login, { body: { email: emailOf('owner'), password } });
  await server.call(accounts.refresh, { body: {} }, { headers: cookiesOf(login) });
  await server.call(accounts.logout, {}, { headers: cookiesOf(login) });
  await exchangeToken(server);
  await server.call(accounts.get, {}, as);
  const { sessions } = await server.call(accounts.listSessions, {}, as);
  await server.call(accounts.endSession, { params: { sessionId: sessions[0]?.id ?? '' } }, as);
  await server.call(accounts.endOtherSessions, {}, as);
  await server.call(accounts.getProofs, {}, as);
  await server.call(accounts.confirm, { body: { password } }, as);
  await useSecondFactor(server);
  await tryCompanySignIn(server);
  await confirmByMail(server);
  await server.call(accounts.listRoles, {}, as);
  await server.call(workspaces.list, {}, as);
  await server.call(workspaces.getSubscription, { params: { workspaceId } }, as);
  await server.call(instances.activate, { params: { instanceId: stage } }, as);
  expect(await server.call(accounts.getSettings, {}, as)).toEqual({ active_instance_id: stage });
  await server.call(instances.getPermissions, inDev, as);

  await server.call(templates.isUnique, ofWeapon, as);
  await server.call(templates.save, { ...inDev, body: { id: 'weapon', label: 'Weapon', version: 0, fields } }, as);
  await server.call(templates.get, ofWeapon, as);
  await server.call(
    templates.dryRun,
    { ...inDev, body: { id: 'weapon', label: 'Weapon', version: 1, fields: [] } },
    as,
  );
  await server.call(templates.removedFields, ofWeapon, as);
  await server.call(templates.listFieldIds, ofWeapon, as);
  await server.call(templates.listUses, ofWeapon, as);
  await server.call(templates.tryConversion, { ...ofWeapon, body: { field_id: 'cost', to: 'text' } }, as);
  await server.call(templates.progress, ofWeapon, as);
  const example = { template_id: 'weapon', template_fields: fields, item_fields: [] };
  await server.call(templates.exampleExport, { ...inDev, body: example }, as);
  await server.call(templates.list, inDev, as);
  await server.call(menu.list, inDev, as);
  const group = { id: 'group', parent_id: 'root', label: 'Group', template_id: '', order: 9, status: 1 } as const;
  await server.call(menu.save, { ...inDev, body: { menu: [group] } }, as);

  const { id } = await server.call(items.save, { ...inDev, body: item('Axe') }, as);
  await server.call(items.saveMany, { ...inDev, body: { items: [item('Bow'), item('Club')] } }, as);
  const csv = {
    method: 'POST' as const,
    url: urlOf(items.saveRecords, ofWeapon),
    headers: { authorization: server.bearer('owner'), 'content-type': 'text/csv' },
    payload: '_label,cost\nDagger,3\n',
  };
  assertShape(items.saveRecords, (await server.app.inject(csv)).json());
  const ofItem = { params: { ...ofWeapon.params, id } };
  await server.call(items.get, ofItem, as);
  const replacement = { find: 'Dagger', replace_with: 'Dirk' };
  await server.call(replacements.check, { ...inDev, body: replacement }, as);
  await server.call(replacements.apply, { ...inDev, body: replacement }, as);
  await server.call(items.listUses, { ...ofItem, query: {} }, as);
  await server.call(drops.list, { ...inDev, body: { rows: [[{ template_id: 'weapon', id }]] } }, as);
  await server.call(items.replaceLinks, { ...ofItem, body: { by: null } }, as);
  await server.call(history.listItem, { ...ofItem, query: {} }, as);
  await server.call(history.summary, { params: { projectId: server.studio.projectId } }, as);
  await server.call(history.compareItem, { ...ofItem, query: { from: 1 } }, as);
  await restoreVersions(server, { ...ofItem.params });
  await server.call(items.list, { ...ofWeapon, body: {} }, as);
  const page = await server.call(items.list, { ...ofWeapon, body: { limit: 2 } }, as);
  expect(page).toMatchObject({ total: 4, total_is_exact: true, next_cursor: expect.any(String) });
  await server.call(items.groups, { ...ofWeapon, body: { field: 'magic' } }, as);
  for (const chart of [
    { kind: 'distribution', field: 'cost' },
    { kind: 'points', x: 'cost', y: 'cost' },
    { kind: 'time', field: 'since' },
  ] as const)
    await server.call(items.chart, { ...ofWeapon, body: { chart } }, as);
  await server.call(items.listEdits, { ...ofWeapon, body: { ids: [id] } }, as);
  await server.call(items.listByIds, { ...ofWeapon, body: { ids: [id] } }, as);
  await server.call(items.listHeaders, ofWeapon, as);
  await server.call(bootstrap.ofTemplate, { ...ofWeapon, body: { list: { limit: 2 } } }, as);
  await server.call(bootstrap.ofTemplate, { ...ofWeapon, body: { item: id } }, as);
  await server.call(items.search, { ...inDev, query: { q: 'axe' } }, as);
  const languages = { params: { projectId: server.studio.projectId }, body: { languages: ['en', 'de'] } };
  await server.call(projects.setLanguages, languages, as);
  await server.call(translations.count, inDev, as);
  const file = await server.call(translations.download, { ...inDev, query: { format: 'csv', language: 'de' } }, as);
  const texts = `${file}"weapon","1","","title","","en","de","Axe","Axt","",""\n`;
  const upload = { ...csv, url: urlOf(translations.upload, { ...inDev, query: { dry_run: true } }), payload: texts };
  assertShape(translations.upload, (await server.app.inject(upload)).json());

  await tryAddress(server);
  await tryView(server);
  await tryComments(server, id);
  const tried = { templateId: 'weapon', query: { dry_run: true } };
  const { import: applied } = await importFile(server, jsonLines([{ _label: 'Bow' }]), tried);
  const { import: cancelled } = await importFile(server, jsonLines([{ _label: 'Bolt' }]), tried);
  const importOf = ({ id: importId }: { id: number }) => ({ params: { instanceId, importId } });
  await server.call(imports.get, importOf(applied), as);
  await server.call(imports.listRows, { ...importOf(applied), query: {} }, as);
  const cost = { chart: { template_id: 'weapon', field_id: 'cost' } };
  await server.call(imports.chart, { ...importOf(applied), body: cost }, as);
  await server.call(imports.apply, { ...importOf(applied), body: {} }, as);
  await server.call(imports.cancel, importOf(cancelled), as);
  await proposeEverything(server);

  const png = drawPortrait('QM', [10, 20, 30]).toString('base64');
  const picture = {
    template_id: imageTemplate.id,
    internal_label: 'QM',
    fields: [value(imageTemplate.fieldId, 'image', png)],
  };
  await server.call(items.save, { ...inDev, body: picture }, as);
  const pictures = await server.call(
    items.list,
    { params: { instanceId, templateId: imageTemplate.id }, body: {} },
    as,
  );
  const imagePath = String(pictures.items[0]?.values[imageTemplate.fieldId]);
  await server.call(instances.getImage, { params: { instanceId, imagePath }, query: { size: 'row' } }, as);

  const { id: reportId } = await server.call(reports.start, inDev, as);
  await server.call(reports.list, { ...inDev, query: {} }, as);
  await server.call(reports.changes, inDev, as);
  const report = await eventually(async () => {
    const { report } = await server.call(reports.get, { params: { instanceId, reportId } }, as);
    expect(report.completed_steps).toBe(2);
    return report;
  });
  const { url } = await server.call(
    reports.getFileUrl,
    { params: { instanceId, path: report.path, fileName: 'weapon.json' } },
    as,
  );
  const { searchParams } = new URL(url, 'http://localhost');
  const query = { key: '', expires: '', signature: '', ...Object.fromEntries(searchParams) };
  expect(await server.call(files.download, { params: { fileName: 'weapon.json' }, query })).toHaveLength(6);

  await server.call(instances.getOverview, inDev, as);
  await server.call(instances.getSummary, inDev, as);
  await server.call(instances.getWaiting, inDev, as);
  const { token } = await server.call(instances.getToken, inDev, as);
  const renewed = await server.call(instances.regenerateToken, inDev, as);
  expect(renewed.token).not.toBe(token);
  const headers = { authorization: `Bearer ${renewed.token}` };
  await eventually(() => server.call(delivery.manifest, inDev, { headers }));
  await server.call(delivery.file, { params: { instanceId, file: 'weapon.json' } }, { headers });
  await server.call(delivery.image, { params: { instanceId, imagePath } }, { headers });
  await tryBuilds(server, reportId, headers);
  await tryWebhooks(server);
  await tryExtensions(server);
  await tryProjectTokens(server);
  await tryAssistants(server);

  await editEverything(server, { templateId: 'weapon', itemId: id });
  await syncEverything(server, { templateId: 'weapon', itemId: id });
  await changeAccess(server);
  await server.call(items.delete, ofItem, as);
  await restoreEverything(server, { template_id: 'weapon', id });
  await server.call(templates.delete, ofWeapon, as);
  await restoreEverything(server, 'weapon');
  await server.call(templates.delete, ofWeapon, as);

  const { id: newId } = await server.call(workspaces.create, { body: { name: 'New' } }, as);
  await server.call(workspaces.rename, { params: { workspaceId: newId }, body: { name: 'Newer' } }, as);
  const place = { body: { project_name: 'Game', workspace_id: newId } };
  const { id: projectId } = await server.call(projects.create, place, as);
  await server.call(projects.rename, { params: { projectId }, body: { name: 'Sequel' } }, as);
  await server.call(projects.delete, { params: { projectId } }, as);
  const isOfProject = ({ subject }: { subject: string }) => subject.includes('Sequel');
  const mail = await eventually(async () => (await mailsOf(server.app)).find(isOfProject) ?? expect.fail('No mail.'));
  expect(await server.call(projects.cancelRemoving, { query: { hash: hashOf(mail) } })).toEqual({ name: 'Sequel' });
  await payForPlans(server);
  await server.call(feedback.send, { body: { message: 'It works.' } }, as);
  await server.call(feedback.getSupport, {});
  await tryLive(server);

  expect(api.map(({ name }) => name).filter((name) => !checkedAnswers.has(name))).toEqual([]);
});

/** Its answer does not end by itself. */
async function tryLive(server: TestServer): Promise<void> {
  const { app, bearer, call, studio } = server;
  const headers = { authorization: bearer('owner') };
  const answer = await app.inject({ url: urlOf(live.follow, {}), headers, payloadAsStream: true });
  answer.stream().destroy();
  assertShape(live.follow, undefined);
  const as = { as: 'owner' } as const;
  const { reader, stream } = await openPresent(server, { as: 'owner' });
  const body = { console: 'a'.repeat(32), stream, turn: 1, at: { kind: 'sync' } } as const;
  await call(live.announce, { params: { instanceId: studio.dev }, body }, as);
  reader.close();
  await call(live.setPresence, { body: { is_shown: true } }, as);
  await call(live.getPresence, {}, as);
}

/** Errors of access. */
async function changeAccess({ app, call, studio }: TestServer): Promise<void> {
  const as = { as: 'owner' } as const;
  const { workspaceId, projectId, dev, accounts: ids, viewerRoleId } = studio;
  const inWorkspace = { params: { workspaceId } };
  await app.deps.database.query('update subscriptions set members = 9 where workspace_id = $1', [workspaceId]);
  const body = { email: emailOf('free'), role_id: 3 };
  const { id: invitationId } = await call(members.invite, { ...inWorkspace, body }, as);
  await call(invitations.list, { ...inWorkspace, query: {} }, as);
  // A new link revokes the previous one, whose unsent mail is dropped.
  await mailTo(app, emailOf('free'));
  await call(invitations.resend, { params: { workspaceId, invitationId } }, as);
  const hash = hashOf(await mailTo(app, emailOf('free'), 2));
  await call(invitations.checkLink, { body: { hash } });
  await call(invitations.accept, { body: { hash } }, { as: 'free' });
  const other = await call(members.invite, { ...inWorkspace, body: { email: 'other@studio.test', role_id: 3 } }, as);
  await call(invitations.withdraw, { params: { workspaceId, invitationId: other.id } }, as);
  await call(members.list, { ...inWorkspace, query: {} }, as);
  await call(members.setRole, { ...inWorkspace, body: { member_id: ids.free, role_id: 2 } }, as);

  const maker = { workspace_id: workspaceId, name: 'Maker', permissions: [{ permission_id: 1, status: 1 as const }] };
  const { id: roleId } = await call(roles.save, { ...inWorkspace, body: maker }, as);
  await call(roles.list, { ...inWorkspace, query: {} }, as);
  const ofFree = { params: { projectId, memberId: ids.free } };
  const given = { roles: [{ instance_id: dev, role_id: roleId, status: 1 as const }] };
  await call(projectMembers.setRoles, { ...ofFree, body: given }, as);
  await call(roles.get, { params: { workspaceId, roleId } }, as);
  await call(projectMembers.list, { params: { projectId }, query: {} }, as);
  await call(projectMembers.getRoles, ofFree, as);
  await call(roles.delete, { ...inWorkspace, body: { role_id: roleId, replacement_role_id: viewerRoleId } }, as);
  await call(projectMembers.remove, ofFree, as);
  await call(members.remove, { ...inWorkspace, body: { member_id: ids.free } }, as);
  await call(accessLog.list, { ...inWorkspace, query: {} }, as);
  const inProject = { params: { projectId }, query: {} };
  expect((await call(activity.list, inProject, as)).entries).not.toEqual([]);
  await call(activity.listPeople, inProject, as);
  await call(activity.export, inProject, as);
  await call(gameTypes.get, { params: { instanceId: dev, language: 'typescript' } }, as);
  await call(gameTypes.getClient, { params: { instanceId: dev, client: 'csharp' } }, as);
}

/** An owner's changes of a subscription. */
async function payForPlans(server: TestServer): Promise<void> {
  const { workspaceId } = server.studio;
  const as = { as: 'owner' } as const;
  const inWorkspace = { params: { workspaceId } };
  const body = { new_value: 9 };
  await buy(server, 'teams', 9);
  await server.call(billing.previewDowngrade, inWorkspace, as);
  await server.call(billing.downgrade, inWorkspace, as);
  await server.call(billing.previewUpgrade, inWorkspace, as);
  await server.call(billing.upgrade, inWorkspace, as);
  await server.call(billing.previewMembers, { ...inWorkspace, body }, as);
  await server.call(billing.setMembers, { ...inWorkspace, body }, as);
  await server.call(billing.previewProjects, { ...inWorkspace, body }, as);
  await server.call(billing.setProjects, { ...inWorkspace, body }, as);
  await server.call(billing.getPaymentDetails, inWorkspace, as);
  await server.call(billing.switchToFree, inWorkspace, as);
  await server.call(billing.restore, inWorkspace, as);
  const { settings } = await simulatorOf(server).look(workspaceId);
  const webhook = signedWebhook(server, String(settings.lastWebhook));
  assertShape(billing.receiveWebhook, (await server.app.inject(webhook)).json());
  await server.call(billing.cancel, inWorkspace, as);
  // The webhook of the cancellation may arrive after it.
  await eventually(async () => {
    const ended = "update subscriptions set status = 'canceled' where workspace_id = $1";
    await server.app.deps.database.query(ended, [workspaceId]);
    await server.call(billing.getCheckout, inWorkspace, as);
  });
}

/** Only a server with a portal's credential serves it. */
async function exchangeToken({ app: { deps } }: TestServer): Promise<void> {
  const { database, clock } = deps;
  const app = await buildServer({ database, clock, config: testEnvironment(credentialsOf({})) });
  expect((await exchangeEmail(app, emailOf('owner'))).status).toBe(200);
  await app.close();
}

/** Endpoints that take a mailed secret. */
async function confirmByMail({ app, call }: TestServer): Promise<void> {
  const as = { as: 'stranger' } as const;
  const email = 'new@studio.test';
  await call(registration.register, { body: { account_name: 'New', email } });
  await mailTo(app, email);
  await call(registration.resend, { body: { email } });
  const confirm = hashOf(await mailTo(app, email, 2));
  await call(registration.checkLink, { body: { hash: confirm } });
  await call(registration.confirm, { body: { hash: confirm, password } });

  await call(accounts.requestPasswordReset, { body: { email } });
  const reset = hashOf(await mailTo(app, email, 3));
  await call(accounts.checkResetLink, { body: { hash: reset } });
  await call(accounts.resetPassword, { body: { hash: reset, password } });

  await call(accounts.changeName, { body: { name: 'Somebody' } }, as);
  await call(accounts.requestEmailCode, {}, as);
  const code = /\d{6}/.exec((await mailTo(app, emailOf('stranger'))).text);
  const moved = 'moved@studio.test';
  await call(accounts.changeEmail, { body: { email: moved, code: code?.[0] ?? '' } }, as);
  const answer = await call(accounts.completeEmailChange, { query: { hash: hashOf(await mailTo(app, moved)) } });
  expect(answer).toEqual({ email: moved });
}

/** The cookies that a browser would send after this response. */
function cookiesOf({ headers }: Sent): Record<string, string> {
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split(';')[0]);
  return { cookie: cookies.join('; '), 'x-csrf-protection': '1' };
}

async function tryProjectTokens(server: TestServer): Promise<void> {
  const as = { as: 'owner' } as const;
  const params = { instanceId: server.studio.dev };
  const body = {
    name: 'Nightly build',
    scopes: ['read' as const],
    environments: ['Dev' as const],
    expires_at: null,
  };
  const { token } = await server.call(projectTokens.create, { params, body }, as);
  await server.call(projectTokens.list, { params }, as);
  await server.call(projectTokens.revoke, { params: { ...params, tokenId: token.id } }, as);
}

async function tryAssistants(server: TestServer): Promise<void> {
  const as = { as: 'owner' } as const;
  const payload = { client_name: 'Claude', redirect_uris: ['http://127.0.0.1/callback'] };
  const { client_id } = (await server.app.inject({ method: 'POST', url: '/oauth/register', payload })).json();
  const request = {
    response_type: 'code',
    client_id,
    redirect_uri: 'http://127.0.0.1/callback',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  };
  await server.call(assistants.getRequest, { query: request }, as);
  const body = {
    request,
    scopes: ['read' as const],
    environments: ['Dev' as const],
    expires_at: '2100-01-01T00:00:00Z',
  };
  await server.call(assistants.allow, { params: { instanceId: server.studio.dev }, body }, as);
}

async function tryWebhooks(server: TestServer): Promise<void> {
  const as = { as: 'owner' } as const;
  const params = { instanceId: server.studio.dev };
  const settings = { url: 'https://8.8.8.8/', events: ['export.completed' as const] };
  await holdJob(server.app.deps, sendWebhooksJob);
  const { id: webhookId } = await server.call(webhooks.create, { params, body: settings }, as);
  const place = { params: { ...params, webhookId } };
  await server.call(webhooks.update, { ...place, body: { ...settings, is_active: false } }, as);
  await server.call(webhooks.rotateSecret, { ...place, body: { keeps_previous: true } }, as);
  const { delivery_id: deliveryId } = await server.call(webhooks.test, { ...place, body: {} }, as);
  const message = { params: { ...place.params, deliveryId } };
  await server.app.deps.database.query(
    `with gone as (update webhook_deliveries set state = 'failed', reason = 'by-hand', next_attempt_at = null returning id)
      insert into webhook_attempts (delivery_id, at, milliseconds, error) select id, now(), 7, 'No answer.' from gone`,
    [],
  );
  await server.call(webhooks.delivery, message, as);
  await server.call(webhooks.resend, { ...message, body: {} }, as);
  await server.call(webhooks.deliveries, { ...place, query: {} }, as);
  await server.call(webhooks.list, { params }, as);
  await server.call(webhooks.delete, place, as);
}

async function tryExtensions(server: TestServer): Promise<void> {
  const as = { as: 'owner' } as const;
  const params = { workspaceId: server.studio.workspaceId };
  const publisher = await startReceiver();
  allowPrivate(server.app.deps);
  const address = await publishExtension(publisher);
  const { fingerprint } = await server.call(extensions.check, { params, body: { address } }, as);
  const { extension } = await server.call(extensions.allow, { params, body: { address, fingerprint } }, as);
  await server.call(extensions.list, { params }, as);
  const running = await server.call(extensions.running, { params: { instanceId: server.studio.dev } }, as);
  const hash = running.extensions[0]?.frame.split('/').at(-2) ?? '';
  await server.send(extensions.frame, { params: { hash } });
  await server.send(extensions.script, { params: { hash } });
  await server.call(extensions.remove, { params: { ...params, extensionId: extension.id } }, as);
}

async function tryCompanySignIn(server: TestServer): Promise<void> {
  const as = { as: 'owner' } as const;
  const { workspaceId } = server.studio;
  const params = { workspaceId };
  const { app } = server;
  allowPrivate(app.deps);
  const records: Records = new Map();
  vi.spyOn(app.deps, 'findTexts').mockImplementation(async (domain) => records.get(domain) ?? []);
  const provider = await startProvider(() => Math.floor(server.clock.now().getTime() / 1000));
  await saveCompany({ app, server, provider, records });
  const headersOf = ({ cookies }: TestBrowser) => ({
    cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
    'x-csrf-protection': '1',
  });
  await server.call(companySignIn.begin, { body: { email: emailOf('owner') } });
  // It redirects, and has no body.
  const { status } = await server.send(companySignIn.callback, { params: { provider: 'server' } });
  expect(status).toBe(303);
  assertShape(companySignIn.callback, undefined);
  const { browser } = await signInBy(app, provider, { email: emailOf('owner') });
  await server.call(companySignIn.setOnly, { params, body: { is_only: true } }, { headers: headersOf(browser) });
  await server.call(requiredFactor.set, { params, body: { days: 7 } }, { headers: headersOf(browser) });
  await server.call(requiredFactor.get, { params }, { headers: headersOf(browser) });
  const headers = headersOf(await signInWithPassword(app, 'owner'));
  await server.call(companySignIn.sendCode, {}, { headers });
  const { text } = await mailAbout(app, emailOf('owner'), 'Your code to get in without your company');
  const body = { code: /\d{6}/.exec(text)?.[0] ?? '' };
  await server.call(companySignIn.recover, { body }, { headers });
  await writeOnlyIn(app, server.studio.workspaceId, false);
  const { domains } = await server.call(companySignIn.get, { params }, as);
  await server.call(companySignIn.tryOut, { params }, as);
  await tryDirectory(server);
  await server.call(companySignIn.forget, { params, body: { email: emailOf('owner') } }, as);
  await server.call(companySignIn.setOnly, { params, body: { is_only: false } }, as);
  await server.call(companySignIn.removeDomain, { params: { workspaceId, domainId: domains[0]?.id ?? 0 } }, as);
  await server.call(companySignIn.remove, { params }, as);
  await provider.close();
}

async function tryDirectory(server: TestServer): Promise<void> {
  const as = { as: 'owner' } as const;
  const params = { workspaceId: server.studio.workspaceId };
  const { token, secret } = await server.call(scim.createToken, { params }, as);
  await directoryWith(server.app, secret)('POST', '/Groups', { displayName: 'Leads' });
  const { groups } = await server.call(scim.get, { params }, as);
  const groupId = groups[0]?.id ?? 0;
  await server.call(scim.setGroupRole, { params: { ...params, groupId }, body: { role_id: 2 } }, as);
  await server.call(scim.revokeToken, { params: { ...params, tokenId: token.id } }, as);
}

async function tryBuildChanges(server: TestServer, since: number): Promise<void> {
  const as = { as: 'owner' } as const;
  const instanceId = server.studio.dev;
  const body = imageBody(drawPortrait('B', [30, 20, 10]).toString('base64'));
  await server.call(items.save, { params: { instanceId }, body }, as);
  const params = { instanceId, buildId: await makeBuild(server) };
  const { changes } = await server.call(builds.listChanges, { params, query: { since } }, as);
  await server.call(builds.getChange, { params, query: { since, place: changes[0]?.place ?? '' } }, as);
}

async function tryBuilds(server: TestServer, buildId: number, headers: Record<string, string>): Promise<void> {
  const as = { as: 'owner' } as const;
  const params = { instanceId: server.studio.dev };
  await server.call(builds.list, { params, query: {} }, as);
  await tryBuildChanges(server, buildId);
  await server.call(builds.rename, { params: { ...params, buildId }, body: { name: 'First' } }, as);
  await server.call(channels.create, { params, body: { name: 'beta', build_id: buildId } }, as);
  await server.call(channels.setBuild, { params: { ...params, channel: 'live' }, body: { build_id: buildId } }, as);
  await server.call(channels.follow, { params, body: {} }, as);
  await server.call(channels.list, { params }, as);
  await server.call(channels.setReading, { params, body: { is_public: true } }, as);
  await server.call(channels.delete, { params: { ...params, channel: 'beta' } }, as);
  await server.call(signingKeys.list, { params }, as);
  const { projectId } = server.studio;
  await server.call(signingKeys.rotate, { params: { projectId }, body: { keeps_previous: true } }, as);
  await server.call(delivery.channel, { params: { ...params, channel: 'live' }, query: {} });
  const answer = await server.send(delivery.build, { params: { ...params, buildId } }, { headers });
  const { files } = JSON.parse((answer.body as { manifest: string }).manifest) as { files: { sha256: string }[] };
  await server.call(delivery.content, { params: { ...params, sha256: files[0]?.sha256 ?? '' } });
}

async function tryComments(server: TestServer, itemId: number): Promise<void> {
  const as = { as: 'owner' } as const;
  const params = { instanceId: server.studio.dev };
  const about = { about: 'item', template_id: 'weapon', item_id: itemId } as const;
  const { people } = await server.call(comments.listPeople, { params, query: { search: 'adm' } }, as);
  const mentions = people.map(({ id }) => id ?? 0);
  const { id } = await server.call(comments.create, { params, body: { ...about, text: '@admin Dear', mentions } }, as);
  const of = { params: { ...params, commentId: id } };
  await server.call(comments.reply, { ...of, body: { text: 'Very' } }, as);
  await server.call(comments.edit, { ...of, body: { text: '@admin Too dear', mentions } }, as);
  await server.call(comments.resolve, { ...of, body: { resolved: true } }, as);
  await server.call(comments.read, { ...of, body: { up_to: id } }, as);
  await server.call(comments.list, { params, query: about }, as);
  await server.call(comments.listReplies, { ...of, query: {} }, as);
  await server.call(comments.count, { params, body: { template_id: 'weapon', item_ids: [itemId] } }, as);
  await server.call(comments.delete, of, as);
  await server.call(comments.setMails, { body: { mentions: true } }, as);
  await server.call(comments.getMails, {}, as);
  const [account] = await server.app.deps.database.query<{ id: number }>('select id from accounts limit 1', []);
  const key = `${account?.id}.${server.app.deps.secrets.sign(`stop mails of mentions ${account?.id}`)}`;
  await server.call(comments.stopMails, { query: { key } });
  const { status } = await server.send(comments.openStopMails, { query: { key } });
  expect(status).toBe(303);
  assertShape(comments.openStopMails, undefined);
}

async function tryView(server: TestServer): Promise<void> {
  const as = { as: 'owner' } as const;
  const params = { instanceId: server.studio.dev, templateId: 'weapon' };
  const filters = [{ template_field_id: 'cost', op: filterOps.more, value: '2' }];
  const list = {
    filters,
    sort: { field: 'cost', direction: 'asc' },
    hidden: ['id'],
    order: [],
    widths: { cost: 90 },
    size: null,
  } as const;
  const view = { name: 'Cheap', is_private: true, is_first: false, list: { ...list, hidden: ['id'], order: [] } };
  const { id: viewId, version } = await server.call(views.create, { params, body: view }, as);
  await server.call(views.list, { params }, as);
  await server.call(views.update, { params: { ...params, viewId }, body: { version, name: 'Cheaper' } }, as);
  await server.call(views.delete, { params: { ...params, viewId } }, as);
}

async function tryAddress(server: TestServer): Promise<void> {
  const as = { as: 'owner' } as const;
  const params = { instanceId: server.studio.dev, templateId: 'weapon' };
  const ofInstance = { instanceId: params.instanceId };
  await server.call(items.export, { params, body: { format: 'json' } }, as);
  const address = { name: 'Prices', may_propose: true };
  const made = await server.call(sheetAddresses.create, { params, body: address }, as);
  const query = { token: new URL(made.url).searchParams.get('token') ?? '' };
  await server.call(sheetAddresses.read, { params: ofInstance, query });
  const checked = await server.app.inject({
    method: 'POST',
    url: urlOf(sheetAddresses.check, { params: ofInstance, query }),
    headers: { 'content-type': 'text/csv' },
    payload: '_label,cost\nDagger,3\n',
  });
  assertShape(sheetAddresses.check, checked.json());
  await server.call(sheetAddresses.list, { params }, as);
  await server.call(sheetAddresses.delete, { params: { ...params, addressId: made.address.id } }, as);
}
