import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { feedback } from '@quartermaster/contract/endpoints/feedback.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeAll, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'gear', gear);
});

const gear = inOrder([
  field('title', 'text', { required: true, minimum: 3, maximum: 5 }),
  field('count', 'integer', { required: true, minimum: 2, maximum: 9 }),
  field('weight', 'float', { required: true, minimum: 0.5, maximum: 9.5 }),
  field('link', 'item-link', { required: true, templateId: 'gear' }),
]);

const x = (length: number) => 'x'.repeat(length);
const workspace = () => ({ workspaceId: server.studio.workspaceId });
const workspaceId = () => ({ workspace_id: server.studio.workspaceId });
const dev = () => ({ instanceId: server.studio.dev });

/** A call, a body and the text that the specification quotes for one of its fields. */
type Quoted = [row: Parameters<typeof shows>[0], field: string, text: string, send: () => [Endpoint, unknown]];

const saveOf = (change: object) => (): [Endpoint, unknown] => [
  templates.save,
  { params: dev(), body: { id: 'ore_1', label: 'Ore', version: 0, fields: [], ...change } },
];
const withField = (settings: object, type: 'text' | 'integer' | 'float' = 'text') =>
  saveOf({ fields: [field('grade', type, { ...settings })] });
const item =
  (values: object, label = 'Axe') =>
  (): [Endpoint, unknown] => [items.save, { params: dev(), body: saveBody('gear', gear, values as never, { label }) }];

const texts: Quoted[] = [
  [
    '1.5.account-name.required',
    'name',
    'Name is a required field',
    () => [accounts.changeName, { body: { name: ' ' } }],
  ],
  [
    '1.5.account-name.max',
    'name',
    'Maximum 32 characters allowed',
    () => [accounts.changeName, { body: { name: x(33) } }],
  ],
  [
    '1.5.workspace-name.required',
    'name',
    'Workspace name is a required field',
    () => [workspaces.create, { body: { name: '' } }],
  ],
  [
    '1.5.workspace-name.max-create',
    'name',
    'Maximum 64 characters allowed',
    () => [workspaces.create, { body: { name: x(65) } }],
  ],
  [
    '1.5.project-name.required',
    'project_name',
    'Project name is a required field',
    () => [projects.create, { body: { project_name: '', workspace_id: server.studio.workspaceId } }],
  ],
  [
    '1.5.project-name.max',
    'project_name',
    'Maximum 32 characters allowed',
    () => [projects.create, { body: { project_name: x(33), workspace_id: server.studio.workspaceId } }],
  ],
  [
    '1.5.registration-name.required',
    'account_name',
    'Name is a required field',
    () => [registration.register, { body: { account_name: '', email: 'mia@studio.test' } }],
  ],
  [
    '1.5.registration-name.min',
    'account_name',
    'Must be at least 2 characters',
    () => [registration.register, { body: { account_name: 'x', email: 'mia@studio.test' } }],
  ],
  [
    '1.5.registration-name.max',
    'account_name',
    'Must be at most 32 characters',
    () => [registration.register, { body: { account_name: x(33), email: 'mia@studio.test' } }],
  ],
  [
    '1.5.registration-email.valid',
    'email',
    'Please enter a valid email address',
    () => [registration.register, { body: { account_name: 'Mia', email: 'mia' } }],
  ],
  [
    '1.5.login-password.required',
    'password',
    'Password is a required field',
    () => [accounts.login, { body: { email: 'mia@studio.test', password: '' } }],
  ],
  [
    '1.5.change-email.email-required',
    'email',
    'Email is a required field',
    () => [accounts.changeEmail, { body: { email: '', code: '1' } }],
  ],
  [
    '1.5.change-email.code-required',
    'code',
    'Code is a required field',
    () => [accounts.changeEmail, { body: { email: 'mia@studio.test', code: '' } }],
  ],
  [
    '1.5.new-password.min',
    'password',
    'Password must be at least 8 characters',
    () => [accounts.resetPassword, { body: { password: 'Ab1', hash: 'x' } }],
  ],
  [
    '1.5.new-password.digit',
    'password',
    'Must include at least 1 number',
    () => [accounts.resetPassword, { body: { password: 'Abcdefgh', hash: 'x' } }],
  ],
  [
    '1.5.new-password.case',
    'password',
    'Must use a mix of uppercase and lowercase letters',
    () => [accounts.resetPassword, { body: { password: 'abcdefg1', hash: 'x' } }],
  ],
  [
    '1.5.new-password.spaces',
    'password',
    'No spaces allowed',
    () => [accounts.resetPassword, { body: { password: 'Abcdefg 1', hash: 'x' } }],
  ],
  [
    '1.5.invite-email.valid',
    'email',
    'Must be a valid email',
    () => [members.invite, { params: workspace(), body: { email: 'mia', role_id: 3 } }],
  ],
  [
    '1.5.invite-role.values',
    'role_id',
    'Role is a required field',
    () => [members.invite, { params: workspace(), body: { email: 'mia@studio.test', role_id: 9 } }],
  ],
  [
    '1.5.role-assignment.required',
    'role_id',
    'Role is a required field',
    () => [members.setRole, { params: workspace(), body: { role_id: 0, member_id: 1 } }],
  ],
  [
    '1.5.custom-role.name-required',
    'name',
    'Role name is a required field',
    () => [roles.save, { params: workspace(), body: { ...workspaceId(), name: '', permissions: [] } }],
  ],
  ['1.5.feedback-message.required', 'message', 'Required field', () => [feedback.send, { body: { message: '' } }]],
  [
    '1.5.feedback-message.min',
    'message',
    'Must be at least 3 characters',
    () => [feedback.send, { body: { message: 'no' } }],
  ],
  ['2.5.template-name.required', 'label', 'Name is a required field', saveOf({ label: '' })],
  ['2.5.template-name.min', 'label', 'Name must be at least 3 characters', saveOf({ label: 'ab' })],
  ['2.5.template-name.max', 'label', 'Name must be at most 64 characters', saveOf({ label: x(65) })],
  ['2.5.template-id.required', 'id', 'ID is a required field', saveOf({ id: '' })],
  ['2.5.template-id.min', 'id', 'ID must be at least 3 characters', saveOf({ id: 'ab' })],
  ['2.5.template-id.max', 'id', 'ID must be at most 64 characters', saveOf({ id: x(65) })],
  ['2.5.template-id.max', 'id', 'ID must be at most 64 characters', saveOf({ id: x(2000) })],
  ['2.5.template-id.characters', 'id', 'Must include only Latin letters and numbers', saveOf({ id: 'a-b-c' })],
  ['2.5.field-name.required', 'fields.0.settings.name', 'required field', withField({ name: '' })],
  ['2.5.field-name.max', 'fields.0.settings.name', 'must be at most 64 characters', withField({ name: x(65) })],
  [
    '2.5.field-name.reserved-id',
    'fields.0.settings.name',
    'please choose a different name, "id" is reserved',
    withField({ name: 'id' }),
  ],
  [
    '2.5.field-name.characters',
    'fields.0.settings.name',
    'name can only consist of Latin letters, numbers, underscores (_) and hyphens (-)',
    withField({ name: 'a b' }),
  ],
  ['2.5.field-label.required', 'fields.0.settings.label', 'required field', withField({ label: '' })],
  ['2.5.field-label.required', 'fields.0.settings.label', 'required field', withField({ label: '\u200b\u2060' })],
  ['2.5.field-label.max', 'fields.0.settings.label', 'must be at most 96 characters', withField({ label: x(97) })],
  [
    '2.5.integer-limits.integer',
    'fields.0.settings.minimum',
    'should be integer',
    withField({ minimum: 1.5 }, 'integer'),
  ],
  [
    '2.5.integer-limits.minimum-order',
    'fields.0.settings.minimum',
    'must be less than or equal to maximum value',
    withField({ minimum: 2, maximum: 1 }, 'integer'),
  ],
  [
    '2.5.float-limits.minimum-order',
    'fields.0.settings.minimum',
    'must be less than or equal to maximum value',
    withField({ minimum: 2, maximum: 1 }, 'float'),
  ],
  [
    '2.5.text-limits.minimum-order',
    'fields.0.settings.minimum',
    'must be less than or equal to maximum value',
    withField({ minimum: 2, maximum: 1 }),
  ],
  [
    '2.5.tree.only-groups-have-children',
    'fields.1.parentId',
    'Only Group and Dynamic group can have children',
    saveOf({ fields: [field('a1', 'text'), field('a2', 'text', { parentId: 'a1', order: 1 })] }),
  ],
  ['2.5.item-label.required', 'internal_label', 'required field', item({}, '')],
  ['2.5.item-label.required', 'internal_label', 'required field', item({}, '\u200b\u2060')],
  ['2.5.item-text.required', 'fields.title', 'title is required field', item({ title: '' })],
  ['2.5.item-text.min', 'fields.title', 'must be at least 3 characters', item({ title: 'ab' })],
  ['2.5.item-text.max', 'fields.title', 'must be at most 5 characters', item({ title: 'abcdef' })],
  ['2.5.item-integer.min', 'fields.count', 'should be at least 2', item({ count: 1 })],
  ['2.5.item-integer.max', 'fields.count', 'should be no more than 9', item({ count: 10 })],
  ['2.5.item-integer.required', 'fields.count', 'required field', item({})],
  ['2.5.item-float.min', 'fields.weight', 'should be at least 0.5', item({ weight: 0.25 })],
  ['2.5.item-float.max', 'fields.weight', 'should be no more than 9.5', item({ weight: 10 })],
  ['2.5.item-float.required', 'fields.weight', 'required field', item({})],
  ['2.5.item-link.required', 'fields.link', 'required field', item({})],
];

test.each(texts)('the API has the text of %s: %s %s', async (row, path, text, send) => {
  shows(row);
  const [endpoint, input] = send();
  const answer = await server.send(endpoint, input as never, { as: 'owner' });
  const { fields } = answer.body as { fields?: Record<string, string> };
  expect([answer.status, fields?.[path] ?? fields]).toEqual([422, text]);
});
