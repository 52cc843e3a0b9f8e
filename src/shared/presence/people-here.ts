import { lazyPart } from '../ui/lazy/lazy-part.tsx';
import type { PresenceOptions } from './use-presence.ts';

/** Who else has a page open, next to its title; loaded once the browser is idle. */
export const PeopleHere = lazyPart<Omit<PresenceOptions, 'fields'>>(
  () => import('./spot-people.tsx').then((m) => m.SpotPeople),
  { isQuiet: true, Fallback: () => null },
);
