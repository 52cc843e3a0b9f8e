import type { StreamedItem } from '../../content/lists/stream-items.ts';
import type { Languages, Text } from './texts.ts';

/** The template of texts. */
export interface TextTemplate {
  id: string;
  label: string;
  /** The names of the fields with texts, by their ids. */
  names: ReadonlyMap<string, string>;
}

/** A form of files of texts: each function returns the next part of the file. */
export interface TranslationFile {
  contentType: string;
  extension: string;
  start: (languages: Languages) => string;
  startTemplate: (template: TextTemplate) => string;
  text: (
    languages: Languages,
    template: TextTemplate,
    item: Pick<StreamedItem, 'id' | 'internal_label'>,
    text: Text,
  ) => string;
  endTemplate: () => string;
  end: (hasTexts: boolean) => string;
}
