// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '3.outside-dev.save', where: 'POST /editor/{instanceId}/items', says: 'an existing item can be saved in every instance' },
  { id: '3.outside-dev.save-permission', where: 'POST /editor/{instanceId}/items', says: 'that needs CREATE_ITEM in that instance' },
  { id: '3.outside-dev.import', where: 'POST /editor/{instanceId}/items/batch', says: 'new items are imported in Dev only' },
  { id: '3.outside-dev.bulk-upload', where: 'image uploads', says: 'many images are uploaded in Dev only' },
  { id: '3.outside-dev.template-change', where: 'POST /editor/{instanceId}/templates', says: 'an existing template can be changed in Dev only' },
  { id: '3.outside-dev.view-template', where: '/instance/{instanceId}/templates/{templateId}/items', says: 'the button reads "View template"' },
  { id: '3.outside-dev.read-only', where: 'item form', says: 'whoever may not save sees the item read-only' },
  { id: '3.outside-dev.conflict', where: 'GET /instances/{instanceId}/changes', says: 'an item that was saved in the target after its last sync is a conflict' },
  { id: '3.outside-dev.conflict-named', where: 'POST /instances/{instanceId}/changes', says: 'it is not overwritten without being named' },
];
