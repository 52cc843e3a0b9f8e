import { shallowEqual } from '@mantine/hooks';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { isKeyField } from '@quartermaster/contract/rules/unique.ts';
import { atom, useAtomValue } from 'jotai';
import { selectAtom } from 'jotai/utils';
import { useMemo } from 'react';
import { FieldIcon } from '../../../shared/field-types/field-icon.tsx';
import { groupColor } from '../../../shared/item-form/group-color.ts';
import { nameOf } from '../../../shared/template-changes/template-state.ts';
import { indent } from '../../../shared/tree/tree-drop.ts';
import type { TreeRow } from '../../../shared/tree/tree-rows.ts';
import { ancestorsOf } from '../../../shared/tree/tree-shape.ts';
import { IconAlertCircle } from '../../../shared/ui/icons/alert-circle.ts';
import { errorsOf } from '../model/check-draft.ts';
import { type Draft, typeOf } from '../model/draft.ts';
import type { Editor } from '../model/editor.ts';
import { useEditor } from '../model/editor-context.ts';
import { problemsOfField } from '../model/problems.ts';
import classes from './fields-tab.module.css';

/** A field in the tree: its type, its name, and whether it has errors. */
export function FieldRow({ id, row }: { id: string; row: TreeRow }) {
  const editor = useEditor();
  const parts = useMemo(() => partsOf(editor, id), [editor, id]);
  const settings = useAtomValue(parts.settings);
  const reason = useAtomValue(parts.reason);
  const dynamicDepths = useAtomValue(parts.dynamicDepths);
  if (!settings) return null;
  const { type, label, name } = settings;
  return (
    <>
      {dynamicDepths.map((depth, nesting) => (
        <span
          key={depth}
          className={classes.bar}
          data-color={groupColor(nesting)}
          data-own={depth === row.depth || undefined}
          style={{ insetInlineStart: depth * indent + 20 }}
          aria-hidden
        />
      ))}
      <FieldIcon type={type} named />{' '}
      <span className={classes.label} data-invalid={reason !== '' || undefined} title={label}>
        {label || 'Untitled'}
      </span>{' '}
      <span className={classes.name} title={name}>
        {name}
      </span>{' '}
      {settings.unique && <span className={classes.key}>{isKeyField(settings) ? 'key' : 'unique'}</span>}{' '}
      {reason !== '' && (
        <span role="img" aria-label={`Invalid: ${reason}`} title={reason} className={classes.invalid}>
          <IconAlertCircle size={16} aria-hidden />
        </span>
      )}
    </>
  );
}

// Equal values keep their identity, so that a keystroke re-renders only the row that it changes.
function partsOf(editor: Editor, id: string) {
  return {
    settings: atom((get) => get(editor.draft).settings.get(id)),
    reason: atom((get) => {
      const draft = get(editor.draft);
      if (!draft.settings.has(id)) return '';
      const refused = Object.values(problemsOfField(get(editor.serverErrors), id));
      return [...new Set([...refused, ...reasonsOf(draft, id)])].join(', ');
    }),
    dynamicDepths: selectAtom(editor.draft, (draft) => dynamicDepthsOf(draft, id), shallowEqual),
  };
}

const reasonsOf = (draft: Draft, id: string): string[] =>
  Object.entries(errorsOf(draft, id)).map(([setting, reason]) => {
    const about = setting.replace(/Id$/, '');
    return reason.startsWith(about) ? reason : `${about}: ${reason}`;
  });

/** How deep the dynamic groups around a field are nested, from the outermost inwards, including itself. */
function dynamicDepthsOf(draft: Draft, id: string): number[] {
  if (!draft.settings.has(id)) return [];
  const path = [...ancestorsOf(draft.shape, id).reverse(), id];
  return path.flatMap((at, depth) => {
    const type = typeOf(draft, at);
    return type !== null && fieldTypeOf(type).holds === 'rows' ? [depth] : [];
  });
}

/** The text that typing in the tree searches for. */
export const textOfField = (editor: Editor) => (id: string) => nameOf(editor.read(editor.draft), id);
