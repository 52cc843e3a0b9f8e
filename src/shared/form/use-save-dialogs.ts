import { useState } from 'react';

/**
 * The dialogs of a save: one that confirms `Save`, its prepared content, and one that resolves a conflict with `Theirs`, the version that
 * another member saved first.
 */
export function useSaveDialogs<Save, Theirs>() {
  // The content stays while the dialog closes.
  const [pending, setPending] = useState<Save>();
  const [isConfirming, setConfirming] = useState(false);
  const [theirs, setTheirs] = useState<Theirs>();
  return {
    pending,
    isConfirming,
    theirs,
    openConfirm: (save: Save) => {
      setPending(save);
      setConfirming(true);
    },
    closeConfirm: () => setConfirming(false),
    openConflict: (saved: Theirs) => setTheirs(saved),
    closeConflict: () => setTheirs(undefined),
  };
}
