import { TemplateName } from '../../../shared/links/template-name.tsx';
import classes from './sync-dialog.module.css';

/** An item by its label, its template and its id. */
export const NamedItem = ({ template, id, name }: { template: string; id: number; name: string }) => (
  <>
    <strong>{name}</strong>{' '}
    <span className={classes.id}>
      <TemplateName id={template} /> #{id}
    </span>
  </>
);
