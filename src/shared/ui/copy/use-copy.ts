import { useEffect, useState } from 'react';
import { useNotify } from '../notify.ts';

/** How long, in milliseconds, a copy button shows its confirmation. */
const copiedFor = 2000;

/** Copies text; `isCopied` is true for two seconds afterwards. A failure shows a toast. */
export function useCopy(): { isCopied: boolean; copy: (text: string) => Promise<void> } {
  const notify = useNotify();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch (error) {
      notify.error('Copy', `Failed to copy: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return { isCopied, copy };
}
