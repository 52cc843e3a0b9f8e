import { createContext, use } from 'react';
import { IconHistory } from '../ui/icons/history.ts';
import { PlainLink } from '../ui/plain-link.tsx';
import classes from './item-fields.module.css';

/** Returns the path of a field's history; `null` where there is none, such as in a new item. */
export const FieldHistory = createContext<((fieldId: string) => string) | null>(null);

interface FieldHistoryLinkProps {
  fieldId: string;
  /** The name of the field in the form: fields in rows have no history of their own. */
  name: string;
  /** What the field is called. */
  label: string;
}

/** The history of a field, at its label while the field is hovered or focused; not a stop of Tab, as every field has it. */
export function FieldHistoryLink({ fieldId, name, label }: FieldHistoryLinkProps) {
  const pathOf = use(FieldHistory);
  if (pathOf === null || name !== `values.${fieldId}`) return null;
  return (
    <PlainLink
      to={pathOf(fieldId)}
      hasBackLink
      className={classes.history}
      tabIndex={-1}
      aria-label={`History of ${label}`}
      title="History of this field"
    >
      <IconHistory size={16} aria-hidden />
    </PlainLink>
  );
}
