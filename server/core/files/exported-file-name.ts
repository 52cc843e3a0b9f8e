/** A file of an export: all items of a template, with their texts in all languages or in one. */
export interface ExportedFileId {
  template_id: string;
  /** Null for the file with all languages. */
  language: string | null;
}

/** The name of a file, such as `hero.json` or `hero.pt-BR.json`. */
export const exportedFileName = ({ template_id, language }: ExportedFileId): string =>
  language === null ? `${template_id}.json` : `${template_id}.${language}.json`;

/** The file with a name that fits the shape of such names. */
export function readExportedFileName(name: string): ExportedFileId {
  const [template_id = '', language = null] = name.replace(/\.json$/, '').split('.');
  return { template_id, language };
}
