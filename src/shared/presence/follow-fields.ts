import type { EditedField } from '@quartermaster/contract/endpoints/live.ts';
import type { Opened } from './announcer.ts';

/** Milliseconds without a key after which a field does not count as edited any more, and after which further keys are told. */
const [editedFor, tellKeysEvery] = [30_000, 10_000];

/** What somebody edits on a page. */
export interface EditedFields {
  /** What has the focus now. */
  current: () => EditedField | undefined;
  /** Calls back when it may have changed otherwise than by an event of the focus. */
  subscribe?: (onChange: () => void) => () => void;
}

/** Tells which field has the focus, until 30 s after the last key in it. */
export function followFields(
  { current, subscribe }: EditedFields,
  root: HTMLElement,
  opened: Pick<Opened, 'edit'>,
): () => void {
  let field: EditedField | undefined;
  let beat = 0;
  let toldAt = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const set = (next: EditedField | undefined) => {
    field = next;
    beat += 1;
    toldAt = performance.now();
    opened.edit(next, beat);
  };
  const wait = () => {
    clearTimeout(idle);
    idle = setTimeout(() => set(undefined), editedFor);
  };
  const look = () => {
    const next = current();
    if (next?.path === field?.path && next?.item_id === field?.item_id) return;
    clearTimeout(idle);
    set(next);
    if (next) wait();
  };
  const onKey = () => {
    const next = current();
    if (!next) return;
    const isSame = next.path === field?.path && next.item_id === field?.item_id;
    if (!isSame || performance.now() - toldAt >= tellKeysEvery) set(next);
    wait();
  };
  // The focus has moved once the event is over, and idle fields do not count again before there is a key.
  const onFocus = () => void Promise.resolve().then(look);
  const events = { focusin: onFocus, focusout: onFocus, keydown: onKey, input: onKey };
  for (const [type, listener] of Object.entries(events)) root.addEventListener(type, listener);
  const stop = subscribe?.(onFocus);
  look();
  return () => {
    clearTimeout(idle);
    stop?.();
    for (const [type, listener] of Object.entries(events)) root.removeEventListener(type, listener);
  };
}
