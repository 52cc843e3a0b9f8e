import type { AnyPart, ItemFormValues, PartAction, PartResult } from '@quartermaster/contract/parts/part-api.ts';
import type { createStore } from 'jotai';
import { matchPath } from 'react-router-dom';
import { type Part, type PartForm, partAtom } from '../shared/services/part.ts';
import type { ConsoleProps } from './context/console-props.ts';
import { addressOf, pagesOf } from './part-pages.ts';

interface PartOptions {
  /** Read on each use, as `detachProps` replaces some of them. */
  props: Pick<ConsoleProps, 'activeInstanceId' | 'onEvent'>;
  first: AnyPart;
  store: ReturnType<typeof createStore>;
  /** Created later than the part. */
  navigation: () => { path: () => string; replace: (to: string) => Promise<void> };
}

const done: PartResult = { isDone: true };

/** The result of a method while the part's page is not on the screen. */
export const notShown: PartResult = {
  isDone: false,
  reason: 'not-shown',
  message: 'The form is not on the screen: it is loading, or the sign-in or an error is shown instead.',
};

const unsaved: PartResult = {
  isDone: false,
  reason: 'unsaved',
  message: 'The form has unsaved changes: call save() or discard() first.',
};

const notSaved: PartResult = {
  isDone: false,
  reason: 'not-saved',
  message: 'The item was not saved; the form shows why.',
};

/** How long a method waits for the form, in milliseconds. */
const formTimeout = 10_000;

/** The form on the screen, and those who wait for it. */
function createFormSlot() {
  let current: PartForm | null = null;
  const waiting = new Set<(form: PartForm) => void>();
  return {
    offer: (form: PartForm) => {
      current = form;
      for (const resolve of waiting) resolve(form);
      return () => {
        if (current === form) current = null;
      };
    },
    /** The next form counts, and not the one that is still on the screen. */
    expectAnother: () => {
      current = null;
    },
    /** Null if no form comes. */
    get: () =>
      new Promise<PartForm | null>((resolve) => {
        if (current) return resolve(current);
        const timer = setTimeout(() => end(null), formTimeout);
        const end = (form: PartForm | null) => {
          clearTimeout(timer);
          waiting.delete(end);
          resolve(form);
        };
        waiting.add(end);
      }),
  };
}

/** A console that is a part: its pages, its values, and the methods that its host calls. */
export function createPart({ props, first, store, navigation }: PartOptions) {
  const instanceId = props.activeInstanceId ?? 0;
  let part = first;
  store.set(partAtom, part);
  const pages = () => pagesOf(part, instanceId);
  const slot = createFormSlot();
  const service: Part = { emit: (event) => props.onEvent(event), offer: slot.offer };

  let address: string | null = null;
  /** Lists and forms have the addresses of their pages. */
  const sendAddress = () => {
    const to = addressOf(store.get(partAtom) ?? part, instanceId);
    if (to !== null && to !== address) props.onEvent({ type: 'navigate', to });
    address = to;
  };
  sendAddress();
  // The user of a picker changes its values.
  store.sub(partAtom, sendAddress);

  const show = (next: AnyPart) => {
    part = next;
    store.set(partAtom, next);
  };
  const openForm = async (next: ItemFormValues): Promise<PartResult> => {
    show({ name: 'item-form', values: next });
    const { start } = pages();
    // An item that is shown already is not mounted again.
    if (next.id !== undefined && navigation().path() === start) return done;
    slot.expectAnother();
    await navigation().replace(start);
    return (await slot.get()) ? done : notShown;
  };

  return {
    start: pages().start,
    isItsPage: (pathname: string) => pages().patterns.some((pattern) => matchPath(pattern, pathname) !== null),
    /** True for a path that is the same one in the whole console: of a list or a form, not of the sign-in or an error. */
    hasPath: (path: string) => {
      const isPage = part.name === 'list' || part.name === 'item-form';
      return isPage && pages().patterns.some((pattern) => matchPath(pattern, path.split('?')[0] ?? '') !== null);
    },
    service,
    update: (next: AnyPart) => {
      const before = pages().start;
      show(next);
      if (pages().start !== before) void navigation().replace(pages().start);
    },
    perform: async (action: PartAction, isDirty: boolean): Promise<PartResult> => {
      if (part.name !== 'item-form') return notShown;
      const { templateId } = part.values;
      if (action.type === 'open') return isDirty ? unsaved : openForm(action.item);
      if (action.type === 'create')
        return isDirty ? unsaved : openForm({ templateId, values: action.values, label: action.label });
      const form = await slot.get();
      if (!form) return notShown;
      if (action.type === 'save') return (await form.save()) ? done : notSaved;
      await form.discard();
      return done;
    },
  };
}
