import { Skeleton } from '@mantine/core';
import { findField } from '@quartermaster/contract/content/field-names.ts';
import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { leavesOf } from '@quartermaster/contract/content/template-tree.ts';
import type { Item } from '@quartermaster/contract/endpoints/items.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { ItemCardValues } from '@quartermaster/contract/parts/part-api.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { itemQueries } from '../../shared/data/items.ts';
import { type FieldNode, templateQueries, treeOf } from '../../shared/data/templates.ts';
import { fieldCell } from '../../shared/field-types/field-cell.tsx';
import { ItemImage } from '../../shared/images/item-image.tsx';
import { ItemLink } from '../../shared/links/item-link.tsx';
import { pictureField, usePicturePath } from '../../shared/links/item-picture.ts';
import { LinkLabels } from '../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../shared/links/linked-ids.ts';
import { useRequest } from '../../shared/services/request.ts';
import { Delayed } from '../../shared/ui/lazy/delayed.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { texts } from '../../shared/ui/texts.ts';
import classes from './parts.module.css';

/** How many values a card has if its host names none. */
const usualFields = 3;

/** An item in short: its picture, its label, its template, and some values. */
export function ItemCardPart({ templateId, id, fields }: ItemCardValues) {
  const request = useRequest();
  const instanceId = useInstanceId();
  const template = useQuery(templateQueries.get(request, instanceId, templateId));
  const item = useQuery(itemQueries.get(request, instanceId, templateId, id));
  const error = template.data && item.data ? null : (template.error ?? item.error);
  if (error) {
    const retry = () => void Promise.all([template.refetch(), item.refetch()]);
    return <ErrorState title={texts.itemNotLoaded} error={error} retry={retry} />;
  }
  if (!template.data || !item.data) {
    return (
      <Delayed>
        <Skeleton height={64} aria-hidden />
      </Delayed>
    );
  }
  return <Card template={template.data} id={id} item={item.data} fields={fields} />;
}

interface CardProps {
  template: Template;
  id: number;
  item: Item;
  fields: ItemCardValues['fields'];
}

function Card({ template, id, item, fields }: CardProps) {
  const tree = treeOf(template);
  const values = useMemo(
    () =>
      toItemValues(
        tree,
        item.fields.filter(({ template_group_path }) => template_group_path === null),
      ),
    [tree, item],
  );
  const ids = useMemo(() => linkedIdsOf(tree, values), [tree, values]);
  const { internal_label: label } = item.header;
  return (
    <LinkLabels ids={ids}>
      <article className={classes.card} aria-label={label}>
        <Picture tree={tree} values={values} />
        <div className={classes.about}>
          <ItemLink templateId={template.id} id={id} className={classes.label}>
            {label}
          </ItemLink>
          <span className={classes.template}>
            {template.header.label} #{id}
          </span>
          <dl className={classes.values}>
            {fieldsOf(tree, fields).map(({ id: fieldId, settings }) => (
              <div key={fieldId}>
                <dt>{settings.label || settings.name}</dt>
                <dd>{fieldCell(settings, values[fieldId])}</dd>
              </div>
            ))}
          </dl>
        </div>
      </article>
    </LinkLabels>
  );
}

function Picture({ tree, values }: { tree: readonly FieldNode[]; values: ReturnType<typeof toItemValues> }) {
  const field = useMemo(() => pictureField(leavesOf(tree).map((leaf) => leaf.field)), [tree]);
  const path = usePicturePath(field, field && values[field.id]);
  return path === undefined ? null : (
    <span className={classes.picture}>
      <ItemImage value={path} alt="" size="card" />
    </span>
  );
}

/** The fields that the host has named, or the first ones with a value on one line. */
function fieldsOf(tree: readonly FieldNode[], names: ItemCardValues['fields']) {
  const isLine = ({ settings }: FieldNode['field']) => fieldTypeOf(settings.type).holds === 'value';
  if (names) return names.flatMap((name) => findField(tree, name) ?? []).filter(isLine);
  const all = leavesOf(tree).map(({ field }) => field);
  const picture = pictureField(all);
  return all.filter((field) => field !== picture && isLine(field)).slice(0, usualFields);
}
