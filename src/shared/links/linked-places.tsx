import { Text } from '@mantine/core';
import type { ItemUses } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useInstanceId } from '../access/active-instance.ts';
import { HttpError } from '../http/http-error.ts';
import classes from './links.module.css';
import { TemplateName } from './template-name.tsx';

/** Where an item or template to be deleted is linked from: items, and fields of templates (which have no id). */
export interface Links {
  places: readonly { template_id: string; id: number | null; label: string }[];
  /** How many there are; undefined if there are more than those listed, and it is not known how many. */
  count: number | undefined;
}

/** Lists the first linking places from a refused deletion; renders nothing for other errors. */
export function LinkedPlaces({ error }: { error: unknown }) {
  const details = error instanceof HttpError ? error.body.details : undefined;
  if (!isLinks(details) || details.places.length === 0) return null;
  return <PlaceList {...details} />;
}

/** The places that link to something, as links to them. */
export function PlaceList({ places, count, title }: Links & { title?: string }) {
  const instanceId = useInstanceId();
  const titleId = useId();
  const more = count === undefined ? 'more' : `${count - places.length} more`;
  return (
    <>
      {title !== undefined && (
        <Text size="sm" id={titleId}>
          {title}
        </Text>
      )}
      <ul className={classes.places} aria-labelledby={title === undefined ? undefined : titleId}>
        {places.map(({ template_id, id, label }) =>
          id === null ? (
            <li key={`${template_id}/${label}`}>
              <Link to={pathTo(paths.template, { instanceId, templateId: template_id })}>{label}</Link> (field of{' '}
              <TemplateName id={template_id} />)
            </li>
          ) : (
            <li key={`${template_id}/${id}`}>
              <Link to={pathTo(paths.item, { instanceId, templateId: template_id, id })}>{label}</Link> (
              <TemplateName id={template_id} /> #{id})
            </li>
          ),
        )}
        {(count === undefined || count > places.length) && <li>and {more}</li>}
      </ul>
    </>
  );
}

/** The items of a page of uses, each once, without the item itself; undefined if there are none. */
export function linksOf({ uses, next_cursor }: ItemUses, { id: self }: { id: number }): Links | undefined {
  const others = uses.filter(({ id }) => id !== self);
  const places = [...new Map(others.map((use) => [use.id, use])).values()];
  if (places.length === 0) return undefined;
  return { places, count: next_cursor === null ? places.length : undefined };
}

const isLinks = (details: unknown): details is Links =>
  typeof details === 'object' && details !== null && 'places' in details && 'count' in details;
