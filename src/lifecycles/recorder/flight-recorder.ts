import type { HostEvent, RecentEntry } from '../../app/context/host-api.ts';
import { detailsOf } from './event-details.ts';
import { kindsOf } from './prop-kinds.ts';
import { asText } from './record-text.ts';

/** Maximum number of entries: the mount, and the last ones after it. */
const mostEntries = 50;

/** Records the events of one mount, for its error reports; records contain no personal data. */
export interface FlightRecorder {
  /** With the props as given by the host. */
  mounted: (hostProps: unknown) => void;
  updated: (hostProps: unknown) => void;
  retried: () => void;
  /** With the pattern of a page's path, such as `/instance/:instanceId`. */
  route: (pattern: string) => void;
  event: (event: HostEvent) => void;
  /** The oldest entry first. */
  entries: () => RecentEntry[];
  /** The entries as lines of text, below the id of an error. */
  text: (errorId?: string) => string;
}

/** Starts a record, whose text begins with the given name; times are relative to this call. */
export function createFlightRecorder(recorded: string, now: () => number = () => performance.now()): FlightRecorder {
  const start = now();
  const entries: RecentEntry[] = [];

  const at = () => Math.round(now() - start);
  const add = (entry: RecentEntry) => {
    entries.push(entry);
    // Without the mount, which is the first entry, a record could not be replayed.
    if (entries.length > mostEntries) entries.splice(1, 1);
  };

  return {
    mounted: (hostProps) => add({ at: at(), kind: 'mount', props: kindsOf(hostProps) }),
    updated: (hostProps) => add({ at: at(), kind: 'update', props: kindsOf(hostProps) }),
    retried: () => add({ at: at(), kind: 'retry' }),
    route: (to) => add({ at: at(), kind: 'route', to }),
    event(event) {
      // Its address contains ids and a query; the route is recorded instead.
      if (event.type !== 'navigate') add({ at: at(), kind: 'event', type: event.type, details: detailsOf(event) });
    },
    entries: () => [...entries],
    text: (errorId) => asText(recorded, entries, errorId),
  };
}
