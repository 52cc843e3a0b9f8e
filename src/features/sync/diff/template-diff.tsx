import { Alert } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { ContentInstance } from '../../../shared/access/content-instance.ts';
import classes from '../../../shared/item-diff/diff.module.css';
import { ChangeTabs } from '../../../shared/template-changes/change-tabs.tsx';
import { changesOf, countOf, isNoChange } from '../../../shared/template-changes/template-changes.ts';
import { stateOf } from '../../../shared/template-changes/template-state.ts';
import { count } from '../../../shared/ui/count.ts';
import { Direction } from '../direction.tsx';

interface TemplateDiffViewProps {
  diff: Output<typeof sync.getTemplate>;
  source: Environment;
  target: { id: number; env: Environment };
  /** True for a change that was synced. */
  isPast: boolean;
}

/** True for a template that does not differ, such as one whose change was synced in the meantime. */
export const isUnchangedTemplate = ({ source, target }: TemplateDiffViewProps['diff']): boolean =>
  source !== null && target !== null && isNoChange(changesOf(stateOf(target), stateOf(source)));

/** A template field by field, with the effect of its sync on the target's items. */
export function TemplateDiffView({ diff, source, target, isPast }: TemplateDiffViewProps) {
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
  const env = target.env.toLowerCase();
  return (
    <>
      <div className={classes.legend}>
        <Direction source={source} target={target.env} />
      </div>
      {diff.change === 'removed' ? (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />}>
          The template {isPast ? 'was' : 'is'} removed from {env}
          {diff.items > 0 && ` with all of its items (${count(diff.items, 'item')})`}.
        </Alert>
      ) : (
        diff.items > 0 &&
        countOf(changes) > 0 && (
          <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />}>
            These changes affect all items of this template in {env} ({count(diff.items, 'item')}).
          </Alert>
        )
      )}
      {isUnchangedTemplate(diff) && (
        <span>
          It is the same in {source.toLowerCase()} and {env}, so there is nothing to sync.
        </span>
      )}
      <ContentInstance value={target.id}>
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
