import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { useIsOwnSave } from '../../../shared/data/accounts.ts';
import type { Conflict } from '../../../shared/data/saved-by.ts';
import { FieldIcon } from '../../../shared/field-types/field-icon.tsx';
import { positionText, settingLabel, settingText } from '../../../shared/template-changes/setting-texts.ts';
import { changedSettings, placeOf } from '../../../shared/template-changes/template-changes.ts';
import { nameOf, settingsOf } from '../../../shared/template-changes/template-state.ts';
import { displacedText } from '../../../shared/tree/displaced-text.ts';
import { ConflictDialog } from '../../../shared/ui/dialog/conflict-dialog.tsx';
import { bothFirst, type ConflictSide } from '../../../shared/ui/dialog/conflict-difference.ts';
import { savedText } from '../../../shared/ui/dialog/saved-text.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import { differencesOf, type TemplateDifference, type ThreeDrafts } from '../model/compare/differences.ts';
import { merge } from '../model/compare/merge.ts';
import type { Draft } from '../model/draft.ts';
import type { EditorBase } from '../model/editor.ts';
import { useEditor } from '../model/editor-context.ts';

interface TemplateConflictProps extends Conflict<EditorBase> {
  /** Closes the dialog. */
  onClose: () => void;
  /** Asks to save the chosen version. */
  onSave: () => void;
}

/** Shown when another member has saved the template in the meantime. The choice becomes a draft based on their version. */
export function TemplateConflict({ theirs, saved, onClose, onSave }: TemplateConflictProps) {
  const editor = useEditor();
  const notify = useNotify();
  const isOwn = useIsOwnSave()(saved);
  const drafts = useMemo((): ThreeDrafts => {
    const { read } = editor;
    return { base: read(editor.base).draft, theirs: theirs.draft, mine: read(editor.draft) };
  }, [editor, theirs]);
  const differences = useMemo(() => differencesOf(drafts), [drafts]);
  const ordered = useMemo(() => bothFirst(differences), [differences]);
  const { mine } = drafts;

  const takeTheirs = () => {
    // My draft becomes an undo step, so that it can be restored.
    editor.startFrom(theirs, mine);
    editor.edit(() => theirs.draft);
    onClose();
    notify.info(
      <Group gap="xs" justify="space-between">
        Your changes were dropped
        <Button size="compact-sm" variant="default" onClick={() => editor.edit(() => mine)}>
          Undo
        </Button>
      </Group>,
    );
  };
  const applyChosen = (isMine: (difference: TemplateDifference) => boolean) => {
    const { draft, displaced } = merge(drafts, differences, isMine);
    editor.startFrom(theirs, draft);
    onClose();
    if (displaced.length > 0) notify.info(displacedText(displaced.map((id) => nameOf(draft, id))));
    onSave();
  };
  return (
    <ConflictDialog
      what="template"
      isOwn={isOwn}
      savedBy={saved && savedText(saved, isOwn)}
      saveLabel="Use these and save"
      differences={ordered}
      draw={(difference, side) => <Side difference={difference} side={side} drafts={drafts} />}
      drawBase={(difference) =>
        isInBase(difference, drafts) && <Side difference={difference} side="base" drafts={drafts} />
      }
      isPending={false}
      onCancel={onClose}
      onTheirs={takeTheirs}
      onMine={() => {
        editor.startFrom(theirs, mine);
        onClose();
        onSave();
      }}
      onChosen={applyChosen}
    />
  );
}

interface SideProps {
  difference: TemplateDifference;
  side: ConflictSide | 'base';
  drafts: ThreeDrafts;
}

function Side({ difference, side, drafts }: SideProps) {
  const draft = drafts[side];
  if (difference.about === 'label') return draft.label;
  const { about, fieldId: id } = difference;
  if (!draft.settings.has(id)) return 'Not there';
  if (about === 'place') return positionText(placeOf(draft, id));
  if (about === 'field') return <WholeField draft={draft} id={id} />;
  const settings: Readonly<Record<string, unknown>> = { ...settingsOf(draft, id) };
  return changedSettings(settingsOf(drafts.theirs, id), settingsOf(drafts.mine, id)).map(({ setting }) => {
    const text = settingText(setting, settings[setting]);
    return text !== null && <div key={setting}>{`${settingLabel(setting)}: ${text}`}</div>;
  });
}

const isInBase = (difference: TemplateDifference, { base }: ThreeDrafts): boolean =>
  difference.about === 'label' || base.settings.has(difference.fieldId);

function WholeField({ draft, id }: { draft: Draft; id: string }) {
  const { type, name } = settingsOf(draft, id);
  return (
    <>
      <FieldIcon type={type} named /> {nameOf(draft, id)} <code>{name}</code>
      <div>{positionText(placeOf(draft, id))}</div>
    </>
  );
}
