import { type ComponentType, useEffect, useReducer } from 'react';
import { errorText } from '../../http/error-text.ts';
import { useServices } from '../../services/services.ts';
import { lateCode } from './late-code.ts';
import { whenIdle } from './when-idle.ts';

/** How the props of a dialog say whether it is open, and close it. */
interface DialogProps<P> {
  isOpen: (props: P) => boolean;
  close: (props: P) => void;
}

/**
 * A component whose code is loaded after the first paint: soon after it, or when the component is first rendered. If loading fails, only
 * this component is missing and the rest of the page keeps its state; the next render retries. Until it is loaded, `Fallback` is rendered
 * and the code loads when the browser is idle; or nothing is rendered. With `isQuiet`, the failure is not shown to the user;
 * with `isOnUse`, the code is not loaded before it is needed. A `dialog` loads its code while it is open, and closes if that fails, so that
 * opening it again retries.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  {
    isQuiet = false,
    isOnUse = false,
    Fallback,
    dialog,
  }: { isQuiet?: boolean; isOnUse?: boolean; Fallback?: ComponentType<P>; dialog?: DialogProps<P> } = {},
): ComponentType<P> {
  const code = lateCode(load, { isOnUse });

  // biome-ignore lint/correctness/noComponentHookFactories: called once per component, at module level, like React.lazy
  return function LazyPart(props: P) {
    const { notify } = useServices();
    const [, rerender] = useReducer((renders: number) => renders + 1, 0);
    const Rendered = code.get();
    useEffect(() => {
      // If the code was loaded after this render started, one more render is needed.
      if (Rendered || dialog?.isOpen(props) === false) return;
      let isGone = false;
      const showError = (error: unknown) => {
        if (isGone) return;
        if (!isQuiet) notify.error('Error', errorText(error));
        dialog?.close(props);
      };
      const fetchNow = () =>
        void code.fetch().then(() => {
          if (!isGone) rerender();
        }, showError);
      // A component with a fallback is not waited for.
      const cancel = Fallback ? whenIdle(fetchNow) : fetchNow();
      return () => {
        isGone = true;
        cancel?.();
      };
    });
    const Shown = Rendered ?? Fallback;
    return Shown ? <Shown {...props} /> : null;
  };
}

/** The same for a dialog that is mounted closed: see the option `dialog` of {@link lazyPart}. */
export const lazyDialog = <P extends { opened: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<P>>,
  { isOnUse = false } = {},
): ComponentType<P> =>
  lazyPart(load, { isOnUse, dialog: { isOpen: ({ opened }) => opened, close: ({ onClose }) => onClose() } });
