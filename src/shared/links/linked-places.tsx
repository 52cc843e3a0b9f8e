import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { Link } from 'react-router-dom';
import { useInstanceId } from '../access/active-instance.ts';
import { HttpError } from '../http/http-error.ts';
import classes from './links.module.css';

/** Where an item or template to be deleted is linked from: items, and fields of templates (which have no id). */
interface Links {
  places: { template_id: string; id: number | null; label: string }[];
  count: number;
}

/** Lists the first linking places from a refused deletion; renders nothing for other errors. */
export function LinkedPlaces({ error }: { error: unknown }) {
  const instanceId = useInstanceId();
  const details = error instanceof HttpError ? error.body.details : undefined;
  if (!isLinks(details) || details.places.length === 0) return null;
  const { places, count } = details;
  return (
    <ul className={classes.places}>
      {places.map(({ template_id, id, label }) =>
        id === null ? (
          <li key={`${template_id}/${label}`}>
            <Link to={pathTo(paths.template, { instanceId, templateId: template_id })}>{label}</Link> (field of{' '}
            {template_id})
          </li>
        ) : (
          <li key={`${template_id}/${id}`}>
            <Link to={pathTo(paths.item, { instanceId, templateId: template_id, id })}>{label}</Link> ({template_id} #
            {id})
          </li>
        ),
      )}
      {count > places.length && <li>and {count - places.length} more</li>}
    </ul>
  );
}

const isLinks = (details: unknown): details is Links =>
  typeof details === 'object' && details !== null && 'places' in details && 'count' in details;
