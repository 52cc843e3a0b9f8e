import type { NewProposal } from '@quartermaster/contract/endpoints/proposals.ts';
import { useRef } from 'react';
import { createUuid } from '../../../../shared/http/event-id.ts';

/**
 * The keys of proposals whose answer may have been lost: the same proposal is sent with the same key, so that it is stored once. The server
 * refuses a key with another body, so what was changed since is another proposal.
 */
export function useRepeat() {
  const keys = useRef(new Map<string, string>());
  return {
    withKey: (body: NewProposal): NewProposal => {
      const text = JSON.stringify(body);
      const key = keys.current.get(text) ?? createUuid();
      keys.current.set(text, key);
      return { ...body, idempotency_key: key };
    },
    /** Once it is known to be stored: the same change can then be proposed again. */
    end: () => keys.current.clear(),
  };
}
