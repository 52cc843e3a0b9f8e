import { useEffect, useState } from 'react';
import { useNotify } from '../notify.ts';

/** Milliseconds for which a copy button shows that it has copied. */
const copiedFor = 2000;

/** Copies text, and tells for two seconds that it did; a failure is toasted. */
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
