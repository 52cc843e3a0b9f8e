import { noTranslate } from '../ui/no-translate.ts';
import { type Difference, differenceText, fieldsOf, fieldText, quotedValues, restText } from './difference-text.ts';
import classes from './inline-change.module.css';
import { InlineChange } from './inline-change.tsx';

/** What has changed in an item, in a line that may be cut; its whole text is in the tooltip. */
export function DifferenceLine({ difference }: { difference: Difference }) {
  return (
    <span {...noTranslate(classes.difference)} title={differenceText(difference)}>
      {fieldsOf(difference).map((field) => {
        const values = quotedValues(field);
        return (
          <span key={`${field.label} ${field.before} ${field.after}`} className={classes.field}>
            {values ? <InlineChange {...values} /> : fieldText(field)}
          </span>
        );
      })}
      {restText(difference)}
    </span>
  );
}
