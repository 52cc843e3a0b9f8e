import { Alert, Button } from '@mantine/core';
import type { Refusal } from '@quartermaster/contract/access.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Can } from '../../shared/access/can.tsx';
import { lacksText } from '../../shared/access/lacks-text.ts';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { StoredDraft } from '../../shared/drafts/stored-draft.tsx';
import type { StoredDraftControl } from '../../shared/drafts/use-tab-draft.ts';
import { useUnsavedChanges } from '../../shared/services/unsaved-changes.ts';
import { useDraftEditor } from '../../shared/tree/edit/use-draft-editor.ts';
import { compactButton } from '../../shared/ui/compact.ts';
import { useAnnouncer } from '../../shared/ui/hooks/use-announcer.tsx';
import { IconFolderPlus } from '../../shared/ui/icons/folder-plus.ts';
import { IconHistory } from '../../shared/ui/icons/history.ts';
import { IconInfoCircle } from '../../shared/ui/icons/info-circle.ts';
import { IconLink } from '../../shared/ui/icons/link.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { LostPermissionNotice } from '../../shared/ui/page/lost-permission-notice.tsx';
import { useNavigateIfMounted } from '../../shared/ui/page/use-navigate-if-mounted.ts';
import { texts } from '../../shared/ui/texts.ts';
import { EntryDialogs, type EntryQuestion } from './entry-questions.tsx';
import { MenuProvider } from './menu-context.ts';
import { isSameMenu, type MenuBase } from './model/menu-draft.ts';
import { outlineOf } from './model/outline.ts';
import { fromStored, toStored } from './model/stored-menu.ts';
import classes from './navigation.module.css';
import { NavigationHeader } from './navigation-header.tsx';
import { SaveMenu } from './save/save-menu.tsx';
import { MenuSection } from './tree/menu-section.tsx';
import { useMenuEditor } from './use-menu-editor.ts';

/** Why the navigation is read-only, if nothing else on the page explains it. */
const readOnlyTexts: Partial<Record<Refusal | 'unknown', string>> = {
  environment: 'You can only set up the navigation in the development environment. A sync carries it over to here.',
  permission: lacksText('MENU_MANAGEMENT'),
};

interface NavigationEditorProps {
  instanceId: number;
  /** The saved menu. */
  start: MenuBase;
}

/** The menu as a tree with its actions; read-only without the permission or outside Dev. */
export function NavigationEditor({ instanceId, start }: NavigationEditorProps) {
  const navigateIfMounted = useNavigateIfMounted();
  const refusal = useRefusal(menu.save);
  const isReadOnly = refusal !== null;
  const [announce, announcements] = useAnnouncer();
  const frame = useRef<HTMLDivElement>(null);
  const [question, setQuestion] = useState<EntryQuestion | null>(null);
  const { editor, actions, dragRules, isDragging } = useMenuEditor({ start, frame, announce });
  const context = useMemo(
    () => ({ editor, actions, askToRename: (id: string) => setQuestion({ do: 'rename', id }) }),
    [editor, actions],
  );
  const isDirty = useAtomValue(editor.isDirty);
  const stored = useRef<StoredDraftControl>(null);
  const release = useUnsavedChanges(isDirty, {
    onDiscarded: () => stored.current?.discard(),
    keep: async () => (await stored.current?.keep()) ?? false,
  });
  const drafts = useDraftEditor(editor, { toStored, fromStored, isSame: isSameMenu });
  // Show what others have saved as long as the draft is clean, but not while an entry is being dragged; once it is dirty, the save reports
  // the conflict.
  useEffect(() => {
    if (!isDirty && !isDragging && start.version !== editor.read(editor.base).version) editor.startFrom(start);
  }, [editor, start, isDirty, isDragging]);

  return (
    <MenuProvider value={context}>
      <div className={classes.page}>
        <NavigationHeader
          actions={
            <>
              <Can do={history.listMenu}>
                <LinkButton
                  to={`${paths.menuHistory}?instance=${instanceId}`}
                  variant="default"
                  classNames={compactButton}
                  title={texts.history}
                  leftSection={<IconHistory size={16} aria-hidden />}
                >
                  History
                </LinkButton>
              </Can>
              {!isReadOnly && (
                <>
                  <Button
                    variant="default"
                    leftSection={<IconFolderPlus size={16} aria-hidden />}
                    onClick={() => setQuestion({ do: 'add group' })}
                  >
                    Add group
                  </Button>
                  <Button
                    variant="default"
                    leftSection={<IconLink size={16} aria-hidden />}
                    onClick={() => setQuestion({ do: 'add link' })}
                  >
                    Add link
                  </Button>
                  <SaveMenu
                    instanceId={instanceId}
                    editor={editor}
                    onSaved={() => {
                      stored.current?.discard();
                      release();
                      void navigateIfMounted(paths.home);
                    }}
                  />
                </>
              )}
            </>
          }
        />
        <StoredDraft editor={drafts} kind="menu" scope={String(instanceId)} isOffered={!isReadOnly} control={stored} />
        {isReadOnly && isDirty && (
          <LostPermissionNotice what="navigation" refusal={refusal} text={() => outlineOf(editor.read(editor.draft))} />
        )}
        {refusal !== null && !isDirty && readOnlyTexts[refusal] !== undefined && (
          <Alert color="gray" icon={<IconInfoCircle size={18} aria-hidden />}>
            {readOnlyTexts[refusal]}
          </Alert>
        )}
        <MenuSection frame={frame} dragRules={dragRules} isReadOnly={isReadOnly} />
        {announcements}
      </div>
      {!isReadOnly && <EntryDialogs question={question} onClose={() => setQuestion(null)} />}
    </MenuProvider>
  );
}
