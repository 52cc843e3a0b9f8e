import { Badge } from '@mantine/core';
import type { Release } from '@quartermaster/contract/endpoints/releases.ts';

const states = {
  open: { text: 'waiting', color: 'gray' },
  planned: { text: 'planned', color: 'indigo' },
  publishing: { text: 'publishing', color: 'indigo' },
  published: { text: 'published', color: 'green' },
  refused: { text: 'refused', color: 'red' },
  cancelled: { text: 'cancelled', color: 'gray' },
  undone: { text: 'undone', color: 'gray' },
} as const;

type Shown = Pick<Release, 'state' | 'undone_by' | 'publish_at'>;

const shownState = ({ state, undone_by, publish_at }: Shown): keyof typeof states => {
  if (state === 'open' && publish_at !== null) return 'planned';
  return state === 'published' && undone_by !== null ? 'undone' : state;
};

/** Whether a release waits, is planned, was published, refused, cancelled or undone. */
export function ReleaseState({ release }: { release: Shown }) {
  const { text, color } = states[shownState(release)];
  return (
    <Badge variant="light" color={color} radius="sm" tt="none" miw="max-content">
      {text}
    </Badge>
  );
}
