import { useLocation, useNavigate } from 'react-router-dom';
import type { Shown } from './entry.ts';

const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

/**
 * The versions that are shown next to the list, in the URL: `version=7` with its changes, or `compare=3,7`; `compare=3` waits for another.
 * `instanceId` is named in the URLs of a page whose path does not have it.
 */
export function useDisplayedVersion(instanceId?: number) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const version = idOf(params.get('version'));
  const compared = (params.get('compare') ?? '').split(',').flatMap((text) => idOf(text) ?? []);
  const field = params.get('field');
  const addressOf = (change: { version?: number; compared?: readonly number[]; field?: string | null }) => {
    const next = new URLSearchParams(search);
    for (const name of ['version', 'compare', 'restore']) next.delete(name);
    if (instanceId !== undefined) next.set('instance', String(instanceId));
    if (change.version !== undefined) next.set('version', String(change.version));
    if (change.compared?.length) next.set('compare', change.compared.join(','));
    if (change.field === null) next.delete('field');
    else if (change.field !== undefined) next.set('field', change.field);
    return next.size > 0 ? `${pathname}?${next}` : pathname;
  };
  const go = (to: string) => void navigate(to, { replace: true, state });
  const [first, second] = compared.toSorted((a, b) => a - b);
  const displayed: Shown | null =
    first !== undefined && second !== undefined
      ? { from: first, to: second }
      : version === null
        ? null
        : { from: null, to: version };
  return {
    displayed,
    /** The version that the URL asks to restore. */
    restored: idOf(params.get('restore')),
    compared,
    field,
    state,
    addressOf,
    close: () => go(addressOf({})),
    showField: (next: string | null) => go(addressOf({ field: next })),
    /** Adds a version to those that are compared, two at the most, or removes it. */
    toggleCompared: (key: number) => {
      const isChosen = compared.includes(key);
      const next = isChosen ? compared.filter((one) => one !== key) : [...compared, key].slice(-2);
      go(addressOf({ ...(version !== null && { version }), compared: next }));
    },
  };
}

/** What {@link useDisplayedVersion} returns. */
export type ShownVersions = ReturnType<typeof useDisplayedVersion>;
