import { Type } from 'typebox';
import { languageLength } from '../languages.ts';
import { Exact, FieldId, Id, InstanceParams, Nullable, TemplateId } from './common.ts';

const Language = Type.String({ minLength: 2, maxLength: languageLength, description: 'Such as en, pt-BR or zh-Hant' });

/** The form of a file of texts. */
export const TranslationFormat = Type.Union([Type.Literal('csv'), Type.Literal('xliff')]);

/** Which texts a file has, by the state of their translation. */
export const TranslationScope = Type.Union([
  Type.Literal('all'),
  Type.Literal('missing'),
  Type.Literal('outdated'),
  Type.Literal('missing-or-outdated'),
]);

const Count = Type.Integer({ minimum: 0 });

/** A text of an imported file that changes, or is refused. Its texts are cut to 300 characters. */
const ImportedText = Exact({
  /** The line on which it begins. */
  line: Type.Integer({ minimum: 1 }),
  template_id: Type.String(),
  /** `null` if the file does not name an item. */
  item_id: Nullable(Id),
  /** The label of the item; empty if there is none. */
  label: Type.String(),
  /** The id of the value: that of the field, followed by the place of its row. */
  field: Type.String(),
  /** The name of the field, with the numbers of the rows around it; the id if the template has no such field. */
  field_name: Type.String(),
  before: Type.String(),
  after: Type.String(),
  /** True if the source was changed after the file was made, so that the translation is outdated at once. */
  is_outdated: Type.Boolean(),
  /** Why it is refused; `null` if it changes. */
  refusal: Nullable(Type.String()),
  /** True if it is only refused as the translation was changed after the file was made. */
  is_conflict: Type.Boolean(),
});

/** What an import of texts does, or would do. */
export const ImportCheck = Exact({
  /** The texts of the file. */
  texts: Count,
  changed: Count,
  unchanged: Count,
  refused: Count,
  /** Of the refused: those that `overwrite` would change. */
  conflicts: Count,
  /** Of the changed: those whose source was changed after the file was made. */
  outdated: Count,
  /** The first 200 texts that are refused or changed, in this order. */
  rows: Type.Array(ImportedText, { maxItems: 200 }),
});

const states = {
  missing: Count,
  /** Translated from a former source. */
  outdated: Count,
};

/** How many fields a language lists. */
export const countedFields = 20;

/** The texts of an instance in a language. A field counts once per item, also in rows. */
export const LanguageCounts = Exact({
  language: Language,
  texts: Count,
  ...states,
  fields: Type.Array(
    Exact({
      template_id: TemplateId,
      template_label: Type.String(),
      field_id: FieldId,
      field_label: Type.String(),
      ...states,
    }),
    { maxItems: countedFields, description: 'The fields with most missing or outdated texts, most first' },
  ),
});

/** Shapes of the calls for translators. */
export const translationShapes = {
  count: {
    params: InstanceParams,
    /** In the order of the project's languages; empty if it has none. */
    response: Exact({ languages: Type.Array(LanguageCounts) }),
  },
  download: {
    params: InstanceParams,
    query: Exact({
      format: TranslationFormat,
      /** The language that is translated to: one of the project's. */
      language: Language,
      /** The language that is translated from, that of the project if omitted; fields with another one are left out. */
      source: Type.Optional(Language),
      /** `all` if omitted. */
      state: Type.Optional(TranslationScope),
      /** Only the texts of this template. */
      template_id: Type.Optional(TemplateId),
    }),
  },
  upload: {
    params: InstanceParams,
    query: Exact({
      /** Changes nothing. */
      dry_run: Type.Optional(Type.Boolean()),
      /** Also replaces translations that were changed after the file was made. */
      overwrite: Type.Optional(Type.Boolean()),
      /** Changes the others if some are refused. */
      leave_out_refused: Type.Optional(Type.Boolean()),
    }),
    records: Type.Record(Type.String(), Type.String()),
    response: Exact({
      ...ImportCheck.properties,
      /** The change set; `null` if nothing was changed. */
      id: Nullable(Id),
    }),
  },
} as const;
