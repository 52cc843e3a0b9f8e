import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { accountQueries } from '../../../shared/data/accounts.ts';
import { useServices } from '../../../shared/services/services.ts';
import { useEditor } from '../model/editor-context.ts';
import { StoredBanner } from './stored-banner.tsx';
import { type DiscardStored, useStoredTemplate } from './use-stored-template.ts';

interface StoredEditProps {
  /** What is edited, as the keys of this person's drafts begin. */
  scope: string;
  /** Gets the way to forget what is kept. */
  drop: RefObject<DiscardStored>;
}

/** Keeps what is edited over a crash, and offers what was kept before. */
export function StoredEdit({ scope, drop }: StoredEditProps) {
  const { request, apiBase } = useServices();
  const { data: account } = useQuery(accountQueries.get(request));
  if (!account) return null;
  const key = `template:${apiBase}:${account.id}:${scope}`;
  return <EditOfAccount key={key} scope={key} drop={drop} />;
}

function EditOfAccount({ scope, drop }: { scope: string; drop: RefObject<DiscardStored> }) {
  const editor = useEditor();
  const { undecided, drop: discardStored } = useStoredTemplate(editor, scope);
  useEffect(() => {
    drop.current = discardStored;
  });
  return undecided && editor.mode !== 'view' && <StoredBanner {...undecided} />;
}
