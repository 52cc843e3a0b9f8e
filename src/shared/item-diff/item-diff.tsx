import { Alert } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import type { ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { type ReactNode, useMemo } from 'react';
import { useInstanceId } from '../access/active-instance.ts';
import { LinkLabels } from '../links/link-labels.tsx';
import { linkedIdsOf } from '../links/linked-ids.ts';
import { Direction } from '../ui/direction.tsx';
import { TextLink } from '../ui/link-button.tsx';
import type { FieldDifference } from './compare-rows.ts';
import classes from './diff.module.css';
import { type DrawOld, FieldList } from './field-list.tsx';
import { compareItem } from './item-differences.ts';
import { OldSide } from './old-side.tsx';
import { sameVersions } from './same-versions.ts';
import { Sign } from './sign.tsx';

interface ItemDiffViewProps {
  diff: ItemDiff;
  /** The environments of a sync; null for changes within an instance. */
  sides: { source: Environment; target: Environment } | null;
  /** The instance of the older version. */
  targetId: number;
  /** True for an earlier change: both versions are from its history. */
  isPast: boolean;
  /** Shown before the list, with the fields that the list then leaves out; `null` is the label. */
  conflict?: { content: ReactNode; fields: ReadonlySet<string | null> } | undefined;
}

/** An item field by field: the target's values next to the new ones. */
export function ItemDiffView({ diff, sides, targetId, isPast, conflict: conflictView }: ItemDiffViewProps) {
  const instanceId = useInstanceId();
  const compared = useMemo(() => compareItem(diff), [diff]);
  const { tree, before, after, fields, hasUnreadRows } = compared;
  const newIds = useMemo(() => linkedIdsOf(tree, after), [tree, after]);
  const oldIds = useMemo(() => linkedIdsOf(tree, before), [tree, before]);
  const drawOld: DrawOld = (content) => (
    <OldSide instanceId={targetId} ids={oldIds}>
      {content}
    </OldSide>
  );
  const { label_changed, conflict } = diff;
  const hasLabel = label_changed && !conflictView?.fields.has(null);
  const rest = conflictView ? fields.filter(({ node }) => !conflictView.fields.has(node.field.id)) : fields;
  return (
    <LinkLabels ids={newIds}>
      {sides && (
        <div className={classes.legend}>
          <Direction source={sides.source} target={sides.target} />
          {!isPast && diff.source && (
            <span className={classes.links}>
              <TextLink to={pathTo(paths.item, { instanceId, templateId: diff.template_id, id: diff.id })}>
                Open in {sides.source.toLowerCase()}
              </TextLink>
            </span>
          )}
        </div>
      )}
      {conflictView?.content}
      {sides && conflict && !conflictView && (
        <Alert color="amber" variant="light">
          It was edited in {sides.target.toLowerCase()} since it was last synced. When you sync it, you choose what to
          keep: one side, or the values of each field.
        </Alert>
      )}
      {hasUnreadRows && (
        <Alert color="amber" variant="light">
          The templates differ so much that some rows cannot be compared.
        </Alert>
      )}
      {conflictView && rest.length + (hasLabel ? 1 : 0) > 0 && (
        <h3 className={classes.also}>Also changed, no conflict</h3>
      )}
      {hasLabel && (
        <ul className={classes.fields}>
          <li className={classes.field}>
            <div className={classes.name}>
              <Sign kind={diff.change} />
              <span className={classes.label}>Label</span>
            </div>
            <div className={classes.values}>
              {diff.target && <del className={classes.before}>{diff.target.label}</del>}
              {diff.source && <ins className={classes.after}>{diff.source.label}</ins>}
            </div>
          </li>
        </ul>
      )}
      <FieldList
        fields={rest}
        drawOld={drawOld}
        changedText={sides && conflict ? (field) => changedText(field, sides.source, sides.target) : undefined}
      />
      {isUnchanged(diff) && (
        <span>
          {sides
            ? `It is the same in ${sides.source.toLowerCase()} and ${sides.target.toLowerCase()}, so there is nothing to sync.`
            : sameVersions}
        </span>
      )}
    </LinkLabels>
  );
}

/** True for an item that does not differ, such as one whose change was synced in the meantime. */
export const isUnchanged = ({ fields, label_changed, source, target }: ItemDiff): boolean =>
  fields.length === 0 && !label_changed && source !== null && target !== null;

function changedText({ changedIn }: FieldDifference, source: Environment, target: Environment): string | undefined {
  if (changedIn === 'both') return 'changed in both';
  if (changedIn === 'source') return `changed in ${source.toLowerCase()}`;
  return changedIn === 'target' ? `changed in ${target.toLowerCase()}` : undefined;
}
