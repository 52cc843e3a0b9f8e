/** The guides of `docs/` that are served, by the names of their files. */
export const guides = {
  'quick-start': 'Quick start',
  'content-api': 'Content API',
  imports: 'Imports',
  'content-files': 'Content as files',
  'delivery-api': 'Delivery API',
  webhooks: 'Webhooks',
  sheets: 'Sheets',
  conditions: 'Conditions',
  'computed-fields': 'Computed fields',
  history: 'History',
  assistants: 'Assistants',
  limits: 'Limits',
} as const;
