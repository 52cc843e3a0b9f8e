import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import classes from './change-list.module.css';
import { ItemLink } from './item-sample.tsx';

interface ConvertedSampleProps {
  values: NonNullable<FieldEffect['converted']>;
  templateId: string;
}

/** Some values of items before and after a conversion. */
export const ConvertedSample = ({ values, templateId }: ConvertedSampleProps) => (
  <ul className={classes.sample}>
    {values.map(({ id, label, before, after }) => (
      <li key={id}>
        <ItemLink templateId={templateId} id={id} label={label} />: <q>{before}</q> becomes <q>{after}</q>
      </li>
    ))}
  </ul>
);
