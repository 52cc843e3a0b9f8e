import { noTranslate } from '../ui/no-translate.ts';
import classes from './item-fields.module.css';

interface UnsavedMarkProps {
  kind?: 'added' | 'updated';
  label?: string;
}

/** Marks the element around it as changed since the last save. */
export const UnsavedMark = ({ kind = 'updated', label = 'Not saved yet' }: UnsavedMarkProps) => (
  <span className={classes.unsaved} data-kind={kind} role="img" aria-label={label} title={label} />
);

/** The saved value of the field around it, at the end of its label's line. */
export const SavedText = ({ text }: { text: string }) => (
  <span className={classes.was}>
    was <s {...noTranslate()}>{text}</s>
  </span>
);
