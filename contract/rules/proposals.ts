import { object, string } from 'yup';
import { nameText, withoutTurns } from './name.ts';

/** The longest title of a proposal, in characters. */
export const proposalTitleLength = 120;

/** The longest note of a proposal, and of its decision, in characters. */
export const proposalNoteLength = 2000;

/** The most proposals of an instance that are open at a time. */
export const mostOpenProposals = 200;

/** How many days open and decided proposals are kept. */
export const proposalDays = { open: 90, decided: 30 } as const;

const note = string()
  .transform((text: unknown) => (typeof text === 'string' ? withoutTurns(text) : text))
  .trim()
  .default('')
  .max(proposalNoteLength, `Must be at most ${proposalNoteLength} characters`);

/** What a proposal says about its changes. */
export const proposalRule = object({
  title: nameText()
    .required('Title is a required field')
    .max(proposalTitleLength, `Must be at most ${proposalTitleLength} characters`),
  note,
});

/** The note with which a proposal is declined. */
export const declineRule = object({ note });
