/** SQL: true if a field of a template, as JSON, links to a template, alone or among others. */
export const linksToSql = (field: string, templateId: string): string =>
  `(${field}->'settings'->>'templateId' = ${templateId} or ${field}->'settings'->'templateIds' ? ${templateId})`;
