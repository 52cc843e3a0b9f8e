import type { ComputedItem } from '@quartermaster/contract/conditions/compute-values.ts';
import { type ItemValues, itemFieldId } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { isComputedType } from '@quartermaster/contract/field-types/registry.ts';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { get } from 'react-hook-form';
import { useFieldsForm } from '../form-context.ts';

/** The computed values of a form, once they have been computed. */
interface ComputedStore {
  read: () => ComputedItem | undefined;
  write: (item: ComputedItem) => void;
  listen: (onChange: () => void) => () => void;
}

function createStore(): ComputedStore {
  const listeners = new Set<() => void>();
  let current: ComputedItem | undefined;
  return {
    read: () => current,
    write: (item) => {
      current = item;
      for (const onChange of [...listeners]) onChange();
    },
    listen: (onChange) => {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

const Context = createContext<ComputedStore | null>(null);

/** How long values are not computed again after an edit, in milliseconds: an item may have thousands of them. */
const pause = 50;

const hasComputed = (nodes: readonly TreeNode[]): boolean =>
  nodes.some(({ field, children }) => isComputedType(field.settings.type) || hasComputed(children));

/** Computes the values of the computed fields in the enclosing form while it is edited; loads what computes them if there are any. */
export function ComputedValues({ tree, children }: { tree: readonly TreeNode[]; children: ReactNode }) {
  const [store] = useState(createStore);
  const { getValues, events } = useFieldsForm();
  useEffect(() => {
    if (!hasComputed(tree)) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let compute: (() => void) | undefined;
    // Without it, the form shows the saved values, and the server computes the new ones.
    import('@quartermaster/contract/conditions/compute-values.ts').then(
      ({ computeValues }) => {
        if (!isCurrent) return;
        compute = () => store.write(computeValues(tree, getValues('values') as ItemValues));
        compute();
      },
      () => {},
    );
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        compute?.();
      }, pause);
    };
    const stops = [events.onEdit(later), events.listen('values', later)];
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [tree, store, getValues, events]);
  return <Context value={store}>{children}</Context>;
}

/** The value of a computed field at a path of the form, and why it has none; the saved value until it has been computed. */
export function useComputed(name: string): { value: FieldValue | undefined; reason: string | undefined } {
  const store = useContext(Context);
  const { getValues } = useFieldsForm();
  const listen = useCallback((onChange: () => void) => store?.listen(onChange) ?? (() => {}), [store]);
  const value = useSyncExternalStore(listen, () => {
    const item = store?.read();
    return (item ? get(item, name) : getValues(name)) as FieldValue | undefined;
  });
  const reason = useSyncExternalStore(listen, () => store?.read()?.failed.get(idOf(name)));
  return { value, reason };
}

/** The item field id of a path: `dps.2` for `values.attacks.2.dps`. */
function idOf(name: string): string {
  const [, ...parts] = name.split('.');
  return itemFieldId(parts.at(-1) ?? '', parts.filter((_, index) => index % 2 === 1).map(Number));
}
