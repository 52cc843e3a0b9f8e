import type { Static } from 'typebox';
import { can } from '../access.ts';
import { contentLimits } from '../content/content-limits.ts';
import type * as shapes from '../shapes/translations.ts';
import { endpoint, type Output } from './endpoint.ts';

export type TranslationFormat = Static<typeof shapes.TranslationFormat>;
export type LanguageCounts = Static<typeof shapes.LanguageCounts>;
export type TranslationScope = Static<typeof shapes.TranslationScope>;

export type ImportedTexts = Output<typeof translations.upload>;

/** The localised texts of an instance, for translators. */
export const translations = {
  /** How many texts each language of the project lacks, or has of a former source, in all and by field. */
  count: endpoint<typeof shapes.translationShapes.count>({
    method: 'GET',
    path: '/editor/:instanceId/translations/counts',
    access: can('READ'),
  }),
  /**
   * The texts of all localised fields in a language as one stream: CSV with a line per text, or XLIFF 2.1 with a file per
   * template and a unit per text. A file is not compressed or resumable, as it is written while it is read.
   */
  download: endpoint<typeof shapes.translationShapes.download>({
    method: 'GET',
    path: '/editor/:instanceId/translations',
    access: can('READ'),
  }),
  /**
   * Changes translations to those of a file that {@link translations.download} has made, as one change set that can be
   * undone. 422 with the response as `details`, and nothing is changed, if a text is refused and `leave_out_refused` is
   * not set. Texts without a translation change nothing.
   */
  upload: endpoint<typeof shapes.translationShapes.upload>({
    method: 'POST',
    path: '/editor/:instanceId/translations',
    access: can('CREATE_ITEM'),
    accepts: ['csv', 'xliff'],
    bodyLimit: contentLimits.itemsBody,
    turns: 'translations',
  }),
};
