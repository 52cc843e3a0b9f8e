// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '2.1.roles', where: 'editor', says: 'owners, admins and members use the editor' },
  { id: '2.1.templates', where: '/instance/{instanceId}/templates/new', says: 'templates are made of typed fields' },
  { id: '2.1.templates.groups', where: '/instance/{instanceId}/templates/new', says: 'fields can be in groups' },
  { id: '2.1.templates.dynamic-groups', where: '/instance/{instanceId}/templates/new', says: 'fields can be in repeating groups' },
  { id: '2.1.items.create', where: '/instance/{instanceId}/templates/{templateId}/items/new', says: 'items are created from a template' },
  { id: '2.1.items.edit', where: '/instance/{instanceId}/templates/{templateId}/items/{id}/edit', says: 'items are edited' },
  { id: '2.1.images.bulk-upload', where: '/instance/{instanceId}/templates/image/items/upload', says: 'many images become items at once' },
  { id: '2.1.navigation', where: '/settings/navigation-setup', says: 'the menu is made of folders and template links' },
  { id: '2.1.sync.review', where: '/instance-sync', says: 'changes between environments can be looked through' },
  { id: '2.1.sync.dev-to-stage', where: '/instance-sync', says: 'changes move from Dev to Stage' },
  { id: '2.1.sync.stage-to-prod', where: '/instance-sync', says: 'changes move from Stage to Prod' },
  { id: '2.1.export.json', where: 'header export button', says: 'content is exported as JSON' },
  { id: '2.1.export.reports', where: '/settings/exported-data', says: 'export reports can be viewed' },
  { id: '2.1.export.token', where: '/settings/export-settings', says: 'an API token can be obtained' },
  { id: '2.1.dev-only.templates', where: 'POST /editor/{instanceId}/templates', says: 'a template can be created in Dev only' },
  { id: '2.1.dev-only.items', where: 'POST /editor/{instanceId}/items', says: 'an item can be created in Dev only' },
  { id: '2.1.stage-prod.review', where: '/instance/{instanceId}/templates/{templateId}/items', says: 'Stage and Prod show existing content' },
  { id: '2.1.stage-prod.manage', where: '/instance/{instanceId}/templates/{templateId}/items/{id}/edit', says: 'Stage and Prod let existing content be managed' },
];
