import type { Origin } from '@quartermaster/contract/endpoints/history.ts';

/** The features through which content is changed, as users know them. */
export const originLabels: Record<Origin, string> = {
  form: 'Form',
  grid: 'Grid',
  'bulk-edit': 'Bulk edit',
  import: 'Import',
  sync: 'Sync',
  undo: 'Undo',
  restore: 'Restore',
  release: 'Release',
  'template-change': 'Template change',
  proposal: 'Proposal',
  api: 'API',
  assistant: 'Assistant',
};
