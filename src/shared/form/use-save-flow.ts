import { useState } from 'react';
import { HttpError } from '../http/http-error.ts';
import { useSingleRun } from './use-single-run.ts';

/** How an editor saves: `Save` is a prepared save, `Theirs` the version that another member saved first. */
interface SaveFlowOptions<Save, Theirs> {
  /** Sends a save and follows it; resolves to true if the page is being left. */
  send: (save: Save) => Promise<boolean>;
  /** The version with which a save conflicts, from the answer; undefined if there is nothing to resolve. */
  theirsOf: (error: HttpError) => Theirs | undefined;
  /**
   * Puts the draft on top of the version with which a save conflicts, and returns the save of that, which is sent instead; undefined if a
   * person has to decide.
   */
  merge?: (error: unknown, save: Save) => Save | undefined;
  /** Shows any other failure: closes the confirmation to show it elsewhere, or throws what the confirmation shows. */
  onFailed: (error: unknown, save: Save) => void | Promise<void>;
}

/** The save of an editor: a dialog that confirms it, one call at a time, and a dialog that resolves a conflict. */
export function useSaveFlow<Save, Theirs>({ send, theirsOf, merge, onFailed }: SaveFlowOptions<Save, Theirs>) {
  // The content stays while the dialog closes.
  const [pending, setPending] = useState<Save>();
  const [isConfirming, setConfirming] = useState(false);
  const [theirs, setTheirs] = useState<Theirs>();

  const closeConfirm = () => setConfirming(false);
  /** Opens the dialog of a conflict instead of the confirmation; returns false if the error is none. */
  const showConflict = (error: unknown): boolean => {
    const found = error instanceof HttpError && error.status === 409 ? theirsOf(error) : undefined;
    if (found === undefined) return false;
    closeConfirm();
    setTheirs(found);
    return true;
  };
  const failWith = async (error: unknown, save: Save): Promise<false> => {
    if (!showConflict(error)) await onFailed(error, save);
    return false;
  };
  const { run, isClosed, settled } = useSingleRun(async (save: Save) => {
    try {
      return await send(save);
    } catch (error) {
      const merged = merge?.(error, save);
      if (merged === undefined) return failWith(error, save);
      // A confirmation that is still open repeats this one.
      setPending(merged);
      return send(merged).catch((failure: unknown) => failWith(failure, merged));
    }
  });

  return {
    pending,
    isConfirming,
    theirs,
    /** True while a save is sent, and once the page is being left. */
    isClosed,
    /** Resolves once the save that is sent has succeeded or failed. */
    settled,
    openConfirm: (save: Save) => {
      setPending(save);
      setConfirming(true);
    },
    closeConfirm,
    /** Sends the prepared save. */
    confirm: () => pending && run(pending),
    /** Sends a save without a confirmation. */
    save: run,
    showConflict,
    closeConflict: () => setTheirs(undefined),
  };
}
