/** The guides of `docs/` that are served, by the names of their files. */
export const guides = {
  'quick-start': { title: 'Quick start', summary: 'From an empty project to a file that a game reads.' },
  'content-api': { title: 'Content API', summary: 'How a build or a script reads and writes items.' },
  imports: { title: 'Imports', summary: 'Add and change many items with one call.' },
  'content-files': { title: 'Content as files', summary: 'Templates, items and menu in git, next to the game’s code.' },
  'delivery-api': { title: 'Delivery API', summary: 'How a game, its server or its build reads content.' },
  webhooks: { title: 'Webhooks', summary: 'Calls to your own address after an event.' },
  extensions: { title: 'Extensions', summary: 'Code of your studio: editors, panels, actions and cards.' },
  sheets: { title: 'Sheets', summary: 'Items as rows of a sheet, written and read back.' },
  conditions: { title: 'Conditions', summary: 'Rules that the values of an item have to meet.' },
  'computed-fields': { title: 'Computed fields', summary: 'Values that a formula computes from other fields.' },
  history: { title: 'History', summary: 'Undo, earlier versions, the trash and backups.' },
  assistants: { title: 'Assistants', summary: 'Let an assistant read content and propose changes.' },
  limits: { title: 'Limits', summary: 'How large content, files and requests can be.' },
} as const;

/** Characters of a search that are read. */
export const longestSearch = 100;
