import { People } from './people.tsx';
import { type PresenceOptions, usePresence } from './use-presence.ts';

/** Who else has a page open without fields of its own. */
export const SpotPeople = (options: Omit<PresenceOptions, 'fields'>) => <People presence={usePresence(options)} />;
