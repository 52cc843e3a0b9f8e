import { boolean, object } from 'yup';
import { contentLimits } from '../content/content-limits.ts';
import { nameText } from './name.ts';

/** Limits of saved views. */
export const viewLimits = {
  /** Views of a template in a project, and as many private ones of each member. */
  views: 50,
  name: 64,
  filters: 20,
  /** All fields, and the columns that are no fields. */
  columns: contentLimits.templateFields + 10,
  /** Bytes of the list of a view, as JSON. */
  bytes: 32 * 1024,
} as const;

/** The form of a saved view. */
export const viewRule = object({
  name: nameText()
    .required('Name is a required field')
    .max(viewLimits.name, `Must be at most ${viewLimits.name} characters`),
  is_private: boolean().required(),
  is_first: boolean()
    .required()
    .when('is_private', {
      is: true,
      // biome-ignore lint/suspicious/noThenProperty: yup's name
      then: (rule) => rule.isFalse('A private view cannot open first: the others have no access to it'),
    }),
});

/** Error message for a view whose list is too large. */
export const largeViewSentence = `A view has at most ${viewLimits.bytes / 1024} KiB. Hide, move or resize fewer columns.`;

/** Error message for one view more than a template has. */
export const manyViewsSentence = (isPrivate: boolean): string =>
  `A template has at most ${viewLimits.views} ${isPrivate ? 'private views of one member' : 'views of the project'}. Delete one that is not used any more.`;
