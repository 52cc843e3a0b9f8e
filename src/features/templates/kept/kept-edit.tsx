import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { accountQueries } from '../../../shared/data/accounts.ts';
import { useServices } from '../../../shared/services/services.ts';
import { useEditor } from '../model/editor-context.ts';
import { KeptBanner } from './kept-banner.tsx';
import { type DropKept, useKeptTemplate } from './use-kept-template.ts';

interface KeptEditProps {
  /** What is edited, as the keys of this person's drafts begin. */
  scope: string;
  /** Gets the way to forget what is kept. */
  drop: RefObject<DropKept>;
}

/** Keeps what is edited over a crash, and offers what was kept before. */
export function KeptEdit({ scope, drop }: KeptEditProps) {
  const { request, apiBase } = useServices();
  const { data: account } = useQuery(accountQueries.get(request));
  if (!account) return null;
  const key = `template:${apiBase}:${account.id}:${scope}`;
  return <EditOfAccount key={key} scope={key} drop={drop} />;
}

function EditOfAccount({ scope, drop }: { scope: string; drop: RefObject<DropKept> }) {
  const { undecided, drop: dropKept } = useKeptTemplate(useEditor(), scope);
  useEffect(() => {
    drop.current = dropKept;
  });
  return undecided && <KeptBanner {...undecided} />;
}
