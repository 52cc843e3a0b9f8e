import type { ActivityEntry } from '@quartermaster/contract/endpoints/activity.ts';
import { useId, useState } from 'react';
import { ContentInstance } from '../../shared/access/content-instance.ts';
import { ItemImage } from '../../shared/images/item-image.tsx';
import { DifferenceLine } from '../../shared/item-diff/difference.tsx';
import { ChangeAmount } from '../../shared/ui/change/change-amount.tsx';
import { dateTime, timeOfDay } from '../../shared/ui/date-time.ts';
import { EnvBadge } from '../../shared/ui/env-badge.tsx';
import { IconChevronRight } from '../../shared/ui/icons/chevron-right.ts';
import { originLabels } from '../../shared/ui/origins.ts';
import { PersonMark } from '../../shared/ui/person-mark.tsx';
import classes from './activity.module.css';
import { ActivitySentence } from './activity-sentence.tsx';
import { ChangedItems } from './changed-items.tsx';

interface ActivityLineProps {
  entry: ActivityEntry;
  workspaceId: number;
}

/** An entry as one line; that of a change set opens in place. */
export function ActivityLine({ entry, workspaceId }: ActivityLineProps) {
  const { kind, at, origin, instance, change_set: changeSet } = entry;
  const [isOpen, setOpen] = useState(false);
  const partId = useId();
  const opens = changeSet !== undefined && instance !== null;
  return (
    <li>
      <div className={classes.line}>
        {opens ? (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isOpen}
            aria-controls={partId}
            aria-label={`Items of changes ${changeSet.id}`}
            title={isOpen ? 'Close' : 'Show the items'}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={16} className={classes.chevron} aria-hidden />
          </button>
        ) : (
          <span className={classes.fold} aria-hidden>
            {entry.item?.image !== undefined && instance && (
              <ContentInstance value={instance.id}>
                <ItemImage value={entry.item.image} alt="" className={classes.picture} />
              </ContentInstance>
            )}
          </span>
        )}
        <PersonMark name={entry.by.name} />
        <div className={classes.words}>
          <ActivitySentence entry={entry} workspaceId={workspaceId} />
          {entry.item?.difference && (
            <span className={classes.difference}>
              <DifferenceLine difference={entry.item.difference} />
            </span>
          )}
          {changeSet && (
            <span className={classes.amount}>
              <ChangeAmount counts={changeSet.counts} />
            </span>
          )}
          {changeSet && changeSet.undone_by !== null && <span className={classes.note}>undone</span>}
        </div>
        <div className={classes.facts}>
          {origin !== null && kind !== 'change-set' && kind !== 'export' && kind !== 'channel' && origin !== 'form' && (
            <span className={classes.note}>{originLabels[origin]}</span>
          )}
          {instance && <EnvBadge env={instance.env} />}
          <time className={classes.time} dateTime={at} title={dateTime(at)}>
            {timeOfDay(at)}
          </time>
        </div>
      </div>
      {opens && (
        <div id={partId} hidden={!isOpen} className={classes.opened}>
          {isOpen && <ChangedItems instanceId={instance.id} changeSet={changeSet} />}
        </div>
      )}
    </li>
  );
}
