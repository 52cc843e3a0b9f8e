import { Button } from '@mantine/core';
import { extensions } from '@quartermaster/contract/endpoints/extensions.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { extensionQueries } from '../../../shared/data/extensions.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ManagedList } from '../../../shared/ui/entries/managed-list.tsx';
import { useLast } from '../../../shared/ui/hooks/use-last.ts';
import { IconPlus } from '../../../shared/ui/icons/plus.ts';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { AllowExtensionDialog } from './allow-extension-dialog.tsx';
import type { ExtensionAction } from './extension-action.ts';
import { ExtensionRow } from './extension-row.tsx';
import { RemoveExtensionDialog } from './remove-extension-dialog.tsx';

/** The extensions that are allowed in a workspace. */
export function ExtensionsPage() {
  const workspace = useWorkspace();
  const { id: workspaceId, name } = workspace;
  const mayAllow = useRefusal(extensions.allow, workspace) === null;
  const mayRemove = useRefusal(extensions.remove, workspace) === null;
  const answer = useQuery(extensionQueries.list(useRequest(), workspaceId));
  const [action, setAction] = useState<ExtensionAction | null>(null);
  const list = useRef<HTMLElement>(null);
  const hasRemoved = useRef(false);
  // A closing dialog keeps what it shows.
  const last = useLast(action);
  const dialog = { workspaceId, opened: action !== null, onClose: () => setAction(null) };
  return (
    <>
      <PageHeader title={texts.extensions} back={{ label: name, to: pathTo(paths.workspace, { workspaceId }) }} />
      <ManagedList
        answer={answer}
        title="Allowed extensions"
        text="Code of your studio: it edits and draws the values of fields that name it, and has panels of items, actions on selected items and cards of the dashboard."
        notLoadedTitle="The extensions could not be loaded"
        empty={{
          title: 'No extensions yet',
          message:
            'An extension gets what it asks for, which you see before you allow it, and nothing else: no session, no network.',
        }}
        button={
          mayAllow && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAction({ kind: 'allow' })}>
              {texts.allowExtension}
            </Button>
          )
        }
        focused={list}
      >
        {(extension) => (
          <ExtensionRow
            key={extension.id}
            extension={extension}
            mayUpdate={mayAllow}
            mayRemove={mayRemove}
            onAction={setAction}
          />
        )}
      </ManagedList>
      {(last?.kind === 'allow' || last?.kind === 'update') && (
        <AllowExtensionDialog {...dialog} extension={last.kind === 'update' ? last.extension : undefined} />
      )}
      {last?.kind === 'remove' && (
        <RemoveExtensionDialog
          {...dialog}
          extension={last.extension}
          onRemoved={() => {
            hasRemoved.current = true;
          }}
          onClosed={() => {
            if (hasRemoved.current) list.current?.focus({ preventScroll: true });
            hasRemoved.current = false;
          }}
        />
      )}
    </>
  );
}
