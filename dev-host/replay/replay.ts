import type { RecordEntry } from './read-record.ts';

/** The actions of a replay on the portal. */
export interface ReplayHost {
  /** Navigates to a path of the console. */
  go: (path: string) => void;
  /** Unmounts the console if it is there, and mounts it at a path with these props. */
  remount: (path: string, props: Record<string, string>) => Promise<void>;
  update: (props: Record<string, string>) => Promise<void>;
  /** Clicks "Try again" in the error panel; false if there is none. */
  retry: () => boolean;
}

/** Timeout for each event of the record, in milliseconds. */
const patience = 3000;

/** Replays records; call `note` with the type of each event that the console sends. */
export function createReplay(host: ReplayHost) {
  let arrived: string[] = [];
  let wake = () => {};

  const take = (type: string): boolean => {
    const index = arrived.indexOf(type);
    if (index >= 0) arrived.splice(index, 1);
    return index >= 0;
  };

  /** True once there is an event of this type that no earlier entry has matched. */
  const untilEvent = (type: string) =>
    new Promise<boolean>((resolve) => {
      const end = (seen: boolean) => {
        clearTimeout(timer);
        wake = () => {};
        resolve(seen);
      };
      const timer = setTimeout(() => end(false), patience);
      wake = () => {
        if (take(type)) end(true);
      };
      wake();
    });

  return {
    note(type: string) {
      arrived.push(type);
      wake();
    },

    /** Runs the record's entries in order; calls `onStep` with each entry and whether it could be repeated. */
    async run(
      entries: readonly RecordEntry[],
      parameters: Record<string, string>,
      onStep: (entry: RecordEntry, repeated: boolean) => void,
    ): Promise<void> {
      arrived = [];
      let here = '';
      const goTo = (route: string) => {
        here = route;
        return fillIn(route, parameters);
      };
      for (const [index, entry] of entries.entries()) {
        let repeated = true;
        if (entry.kind === 'mount') {
          const [first] = entries.slice(index + 1).flatMap((later) => (later.kind === 'route' ? [later.to] : []));
          await host.remount(goTo(first ?? '/'), settable(entry.props, parameters));
        } else if (entry.kind === 'update') {
          await host.update(settable(entry.props, parameters));
        } else if (entry.kind === 'retry') {
          repeated = host.retry();
        } else if (entry.kind === 'event') {
          repeated = await untilEvent(entry.type);
        } else if (entry.kind === 'route' && entry.to !== here) {
          host.go(goTo(entry.to));
        }
        onStep(entry, repeated);
      }
    },
  };
}

/** The names of the values that a record omits and a replay needs: route parameters and the instance. */
export function parametersOf(entries: readonly RecordEntry[]): string[] {
  const names = entries.flatMap((entry) => {
    if (entry.kind === 'route') return [...entry.to.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    return (entry.kind === 'mount' || entry.kind === 'update') && 'activeInstanceId' in entry.props
      ? ['activeInstanceId']
      : [];
  });
  return [...new Set(names)];
}

/** `*` stands for a path without a page. */
const fillIn = (route: string, parameters: Record<string, string>) =>
  route === '*' ? '/not-found' : route.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(parameters[name] ?? ''));

/** The props whose values a replay knows: from the record, or entered for it. */
function settable(props: Record<string, string>, parameters: Record<string, string>): Record<string, string> {
  const { colorScheme } = props;
  const { activeInstanceId } = parameters;
  return {
    ...(colorScheme === undefined ? {} : { colorScheme }),
    ...('activeInstanceId' in props && activeInstanceId ? { activeInstanceId } : {}),
  };
}
