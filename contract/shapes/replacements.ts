import { Type } from 'typebox';
import { TemplateId } from './common.ts';
import { doorShapes } from './doors.ts';

/** A text to find in all texts of items, and what replaces it. */
export const replacement = {
  find: Type.String({ minLength: 1, maxLength: 1000 }),
  /** The empty text removes what is found. */
  replace_with: Type.String({ maxLength: 10_000 }),
  /** Only where no letter or digit is before and after it. */
  whole_words: Type.Optional(Type.Boolean()),
  match_case: Type.Optional(Type.Boolean()),
  /** Only in items of these templates; of all if omitted. */
  templates: Type.Optional(Type.Array(TemplateId, { minItems: 1, maxItems: 1000 })),
};

/** Shapes of the calls that find and replace texts. */
export const replacementShapes = doorShapes(replacement);
