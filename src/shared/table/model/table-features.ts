import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type TableFeatures,
  tableFeatures,
} from '@tanstack/react-table';

type Reactivity = NonNullable<TableFeatures['coreReactivityFeature']>;

/** React renders a table again when its state changes: nothing subscribes to it. */
const subscribe = () => ({ unsubscribe: () => undefined });

/** The state of a table is a prop, so reading it needs no store; TanStack's would be 4 kB more in the first page. */
const propsOnly: Reactivity = {
  createOptionsStore: false,
  wrapExternalAtoms: false,
  addSubscription: () => undefined,
  createReadonlyAtom: (compute) => ({ get: compute, subscribe }),
  createWritableAtom: (initial) => ({ get: () => initial, set: () => undefined, subscribe }),
  untrack: (read) => read(),
  batch: (run) => run(),
  schedule: (run) => run(),
};

/** What TanStack Table does for every table. */
export const baseFeatures = tableFeatures({
  coreReactivityFeature: propsOnly,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});
