import { useQuery } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect } from 'react';
import { accountQueries } from '../../../shared/data/accounts.ts';
import { useServices } from '../../../shared/services/services.ts';
import { useEditor } from '../model/editor-context.ts';
import { StoredBanner } from './stored-banner.tsx';
import { type DiscardStored, useStoredTemplate } from './use-stored-template.ts';

interface StoredEditProps {
  /** The start of the storage keys of this user's drafts of the edited template. */
  scope: string;
  /** Receives the function that deletes the stored draft. */
  drop: RefObject<DiscardStored | null>;
}

/** Stores the draft so that it survives a crash, and offers drafts stored earlier. */
export function StoredEdit({ scope, drop }: StoredEditProps) {
  const { request, apiBase } = useServices();
  const { data: account } = useQuery(accountQueries.get(request));
  if (!account) return null;
  const key = `template:${apiBase}:${account.id}:${scope}`;
  return <EditOfAccount key={key} scope={key} drop={drop} />;
}

function EditOfAccount({ scope, drop }: { scope: string; drop: RefObject<DiscardStored | null> }) {
  const editor = useEditor();
  const { undecided, drop: discardStored } = useStoredTemplate(editor, scope);
  // Not cleared on unmount: a save or a deletion that is answered after its page was left still discards the draft.
  useLayoutEffect(() => {
    drop.current = discardStored;
  }, [drop, discardStored]);
  return undecided && editor.mode !== 'view' && <StoredBanner {...undecided} />;
}
