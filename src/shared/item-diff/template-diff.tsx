import { Alert } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { useMemo } from 'react';
import { ContentInstance } from '../access/content-instance.ts';
import { ChangeTabs } from '../template-changes/change-tabs.tsx';
import { changesOf, countOf, isNoChange } from '../template-changes/template-changes.ts';
import { stateOf } from '../template-changes/template-state.ts';
import { count } from '../ui/count.ts';
import { Direction } from '../ui/direction.tsx';
import { IconAlertTriangle } from '../ui/icons/alert-triangle.ts';
import classes from './diff.module.css';
import { sameVersions } from './same-versions.ts';

interface TemplateDiffViewProps {
  diff: Output<typeof sync.getTemplate>;
  /** The environments of a sync; null for versions within an instance. */
  sides: { source: Environment; target: Environment } | null;
  /** The instance of the items that are affected. */
  targetId: number;
  /** True for a change that was synced. */
  isPast?: boolean;
}

/** True for a template that does not differ, such as one whose change was synced in the meantime. */
export const isUnchangedTemplate = ({ source, target }: TemplateDiffViewProps['diff']): boolean =>
  source !== null && target !== null && isNoChange(changesOf(stateOf(target), stateOf(source)));

/** A template field by field, with the effect of the change on the target's items. */
export function TemplateDiffView({ diff, sides, targetId, isPast = false }: TemplateDiffViewProps) {
  const changes = useMemo(() => changesOf(stateOf(diff.target), stateOf(diff.source)), [diff]);
  const restored = useMemo(
    () =>
      new Set(
        diff.effects.flatMap(({ field_id, restored, unrestorable }) =>
          restored + unrestorable.count > 0 ? [field_id] : [],
        ),
      ),
    [diff],
  );
  const location = sides ? ` in ${sides.target.toLowerCase()}` : '';
  return (
    <>
      {sides && (
        <div className={classes.legend}>
          <Direction {...sides} />
        </div>
      )}
      {diff.change === 'removed' ? (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />}>
          The template {isPast ? 'was' : 'is'} removed{sides && ` from ${sides.target.toLowerCase()}`}
          {diff.items > 0 && ` with all of its items (${count(diff.items, 'item')})`}.
        </Alert>
      ) : (
        diff.items > 0 &&
        countOf(changes) > 0 && (
          <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />}>
            These changes affect all items of this template{location} ({count(diff.items, 'item')}).
          </Alert>
        )
      )}
      {isUnchangedTemplate(diff) && (
        <span>
          {sides
            ? `It is the same in ${sides.source.toLowerCase()} and ${sides.target.toLowerCase()}, so there is nothing to sync.`
            : sameVersions}
        </span>
      )}
      <ContentInstance value={targetId}>
        <ChangeTabs
          changes={changes}
          effects={diff.effects}
          total={diff.items}
          templateId={diff.template_id}
          restored={restored}
        />
      </ContentInstance>
    </>
  );
}
