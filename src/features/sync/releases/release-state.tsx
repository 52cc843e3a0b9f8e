import { Badge } from '@mantine/core';
import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import { IconArrowBackUp } from '../../../shared/ui/icons/arrow-back-up.ts';
import { IconCalendarEvent } from '../../../shared/ui/icons/calendar-event.ts';
import { IconCheck } from '../../../shared/ui/icons/check.ts';
import { IconCircleX } from '../../../shared/ui/icons/circle-x.ts';
import { IconClockHour4 } from '../../../shared/ui/icons/clock-hour-4.ts';
import { IconRefresh } from '../../../shared/ui/icons/refresh.ts';
import { IconX } from '../../../shared/ui/icons/x.ts';

/** The states of releases, those to come first. */
export const releaseStates = {
  planned: { text: 'planned', color: 'indigo', Icon: IconCalendarEvent },
  open: { text: 'waiting', color: 'gray', Icon: IconClockHour4 },
  publishing: { text: 'publishing', color: 'indigo', Icon: IconRefresh },
  published: { text: 'published', color: 'green', Icon: IconCheck },
  refused: { text: 'refused', color: 'red', Icon: IconCircleX },
  undone: { text: 'undone', color: 'gray', Icon: IconArrowBackUp },
  cancelled: { text: 'cancelled', color: 'gray', Icon: IconX },
} as const;

/** A state of a release as it is shown. */
export type ShownState = keyof typeof releaseStates;

type Shown = Pick<Release, 'state' | 'undone_by' | 'publish_at'>;

/** Whether a release waits, is planned, was published, refused, cancelled or undone. */
export const shownState = ({ state, undone_by, publish_at }: Shown): ShownState => {
  if (state === 'open' && publish_at !== null) return 'planned';
  return state === 'published' && undone_by !== null ? 'undone' : state;
};

/** The {@link shownState} of a release as a badge. */
export function ReleaseState({ release }: { release: Shown }) {
  const { text, color } = releaseStates[shownState(release)];
  return (
    <Badge variant="light" color={color} radius="sm" tt="none" miw="max-content">
      {text}
    </Badge>
  );
}
