import { Alert } from '@mantine/core';
import type { AlsoPlanned as Overlap } from '@quartermaster/contract/endpoints/releases.ts';
import { releasePath } from '@quartermaster/contract/paths.ts';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { count } from '../../../shared/ui/count.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import classes from './releases.module.css';
import { ReleaseTime } from './time/release-time.tsx';

const sharedText = ({ items, templates, menu }: Overlap): string =>
  [
    ...(items > 0 ? [count(items, 'same item')] : []),
    ...(templates > 0 ? [count(templates, 'same template')] : []),
    ...(menu ? ['the navigation'] : []),
  ].join(', ');

/** Names the planned releases that change the same content; renders nothing without any. */
export function AlsoPlanned({ overlaps }: { overlaps: readonly Overlap[] }) {
  const instanceId = useInstanceId();
  if (overlaps.length === 0) return null;
  return (
    <Alert variant="default" role="status" title="Also planned">
      <ul className={classes.lines}>
        {overlaps.map((overlap) => (
          <li key={overlap.id}>
            <div>
              <TextLink to={releasePath(overlap.id, instanceId)}>{overlap.name}</TextLink>
            </div>
            <ReleaseTime publishAt={overlap.publish_at} timeZone={overlap.time_zone} />: {sharedText(overlap)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
