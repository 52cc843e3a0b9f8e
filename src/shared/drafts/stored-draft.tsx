import { useQuery } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect } from 'react';
import { accountQueries } from '../data/accounts.ts';
import { useServices } from '../services/services.ts';
import { DraftBanner } from './draft-banner.tsx';
import { DraftDialog } from './draft-dialog.tsx';
import { type DraftEditor, useStoredDraft } from './use-stored-draft.ts';
import type { StoredDraftControl } from './use-tab-draft.ts';

interface StoredDraftProps<Draft> {
  editor: DraftEditor<Draft>;
  kind: 'template' | 'item' | 'grid' | 'menu';
  /** The edited object, e.g. `12/edit/hero`: its drafts are stored under keys with this prefix. */
  scope: string;
  /** False if drafts are stored, but cannot be restored now. */
  isOffered: boolean;
  /** Receives the functions with which the page handles the stored draft. */
  control: RefObject<StoredDraftControl | null>;
}

/** Stores the draft so that it survives a reload and a crash, for this user, and offers drafts stored earlier. */
export function StoredDraft<Draft>({ kind, scope, ...props }: StoredDraftProps<Draft>) {
  const { request, apiBase } = useServices();
  const { data: account } = useQuery(accountQueries.get(request));
  if (!account) return null;
  const key = `${kind}:${apiBase}:${account.id}:${scope}`;
  return <OfAccount key={key} scope={key} {...props} />;
}

function OfAccount<Draft>({ editor, scope, isOffered, control: page }: Omit<StoredDraftProps<Draft>, 'kind'>) {
  const { undecided, isAsking, control } = useStoredDraft(editor, scope);
  // Not cleared on unmount: a save or a deletion that completes after its page was left still discards the draft.
  useLayoutEffect(() => {
    page.current = control;
  }, [page, control]);
  if (!isOffered || !undecided) return null;
  return isAsking ? <DraftDialog {...undecided} /> : <DraftBanner {...undecided} />;
}
