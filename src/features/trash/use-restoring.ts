import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { TrashCheck, trash } from '@quartermaster/contract/endpoints/trash.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { restoredIn, trashQueries, useRestore } from '../../shared/data/trash.ts';
import { matchingNow } from '../../shared/http/changed.ts';
import { isRefusal } from '../../shared/http/http-error.ts';
import { queryKeys } from '../../shared/http/query-keys.ts';
import { useRequest } from '../../shared/services/request.ts';
import { useServices } from '../../shared/services/services.ts';
import { useStableCallback } from '../../shared/ui/hooks/use-stable-callback.ts';
import { amountText, isSimple, matchingText, type Restored } from './restored.ts';

/** A started restore. */
type StartedRestore = Output<typeof trash.restore>;

interface RestoringOptions {
  /** Called once something is restored; `isFollowed` if the user is still where it was started. */
  onRestored: (restored: Restored, isFollowed: boolean) => void;
  /** Called if another number of entries matches than was selected. */
  onMatching: (count: number) => void;
}

/**
 * Restores deleted content: at once if nothing prevents it and it takes no time, otherwise after a question in a dialog, which also shows
 * a refusal and the progress of a job. The URL can open the dialog, too.
 */
export function useRestoring(instanceId: number, { onRestored, onMatching }: RestoringOptions) {
  const request = useRequest();
  const queries = useQueryClient();
  const { root } = useServices();
  const restore = useRestore(instanceId);
  const [asked, setAsked] = useState<Restored | null>(null);
  const [checking, setChecking] = useState<Restored | null>(null);
  /** What was sent last, and its job. */
  const [sent, setSent] = useState<{ restored: Restored; job?: StartedRestore } | null>(null);
  const [notice, setNotice] = useState<{ of: Restored; text: string } | null>(null);
  const [search, setSearch] = useSearchParams();
  const addressed = search.get('restore');
  const [seen, setSeen] = useState<string | null>(null);
  if (addressed !== seen) {
    setSeen(addressed);
    const selection = restoredIn(addressed);
    // Without it, the browser went back from an address that had opened the dialog.
    setAsked(selection && toRestored(selection));
  }
  const active = checking ?? (restore.isPending ? (sent?.restored ?? null) : null);
  const isSent = sent !== null && sent.restored === asked;

  const close = () => {
    setAsked(null);
    if (addressed === null) return;
    const closed = (before: URLSearchParams) => {
      const after = new URLSearchParams(before);
      after.delete('restore');
      return after;
    };
    setSearch(closed, { replace: true });
  };

  /** Selects those that match now, and asks about them, if that is why it was refused. */
  const rematch = useStableCallback((error: unknown, restored: Restored): boolean => {
    const { matching } = restored.selection;
    const now = matchingNow(error);
    if (!matching || now === undefined || now === matching.count) return false;
    const changed = { selection: { ...restored.selection, matching: { ...matching, count: now } } };
    setNotice({ of: changed, text: matchingText(now, matching.count) });
    setAsked(changed);
    onMatching(now);
    void queries.invalidateQueries({ queryKey: queryKeys.instance.trash(instanceId, 'list') });
    return true;
  });

  // Where the focus was when it was started, to which a closed dialog returns it.
  const opener = useRef<Element | null>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (asked !== null) wasAsked.current = true;
  }, [asked]);
  const finish = useStableCallback((restored: Restored, id: number | null) => {
    const { activeElement, body } = root.ownerDocument;
    const isUnfocused = activeElement === null || activeElement === body;
    const isHere = activeElement === opener.current || (isUnfocused && !wasAsked.current);
    const isAsked = asked === restored;
    if (isAsked) close();
    if (id !== null) onRestored(restored, isAsked || isHere);
  });
  const run = (restored: Restored, check: TrashCheck, leavesOutRefused: boolean) => {
    const { selection, item } = restored;
    setSent({ restored });
    setNotice(null);
    restore.mutate(
      {
        selection,
        fingerprint: check.fingerprint,
        leavesOutRefused,
        success: leavesOutRefused ? 'The others were restored' : `${amountText(check)} restored`,
        ...(item && { item }),
        onStarted: (job) => {
          if (job.state !== 'running') return;
          setSent({ restored, job });
          setAsked(restored);
        },
      },
      {
        onSuccess: ({ id }) => finish(restored, id),
        onError: (error) => {
          setSent({ restored });
          // Anything else is in a toast. Without the dialog, a refusal would be shown nowhere.
          if (isRefusal(error) && !rematch(error, restored)) setAsked(restored);
        },
      },
    );
  };
  const start = useStableCallback(async (restored: Restored) => {
    if (restore.isPending && sent?.job) setAsked(sent.restored);
    if (active) return;
    restore.reset();
    setSent(null);
    setNotice(null);
    setChecking(restored);
    opener.current = root.ownerDocument.activeElement;
    wasAsked.current = false;
    const query = { ...trashQueries.check(request, instanceId, restored.selection), staleTime: 0 };
    const check = await queries.fetchQuery(query).catch((error: unknown) => {
      if (rematch(error, restored)) return null;
      // The dialog shows why it could not be checked.
      setAsked(restored);
      return null;
    });
    setChecking(null);
    if (check && isSimple(check)) run(restored, check, false);
    else if (check) setAsked(restored);
  });
  return {
    start: useStableCallback((restored: Restored) => void start(restored)),
    /** What is checked or restored now: until it is done, nothing else can be. */
    active,
    /** What the dialog asks about. */
    asked,
    isOpen: asked !== null,
    close,
    run,
    rematch,
    /** Says that other entries match than were selected. */
    notice: notice !== null && notice.of === asked ? notice.text : undefined,
    /** Why what the dialog asks about was not restored. */
    error: isSent && isRefusal(restore.error) ? restore.error : null,
    isRestoring: restore.isPending,
    /** The job that restores what the dialog asks about. */
    running: isSent && restore.isPending ? sent.job : undefined,
    /** True while what the dialog asks about is restored. */
    isSubmitting: isSent && restore.isPending,
  };
}

const toRestored = (selection: NonNullable<ReturnType<typeof restoredIn>>): Restored => {
  const { item } = selection;
  return { selection, ...(item && { item: { templateId: item.template_id, id: item.id } }) };
};

/** A restore that is prepared, asked about or running. */
export type Restoring = ReturnType<typeof useRestoring>;
