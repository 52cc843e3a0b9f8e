import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { FieldIcon } from '../../../../shared/field-types/field-icon.tsx';
import { settingsOf } from '../../../../shared/template-changes/template-state.ts';
import { DragCard } from '../../../../shared/tree/edit/drag-card.tsx';
import type { Dragged } from '../../../../shared/tree/tree-drag-state.ts';
import type { Draft } from '../../model/draft.ts';
import { namesOf } from '../field-texts.ts';

/** The card next to the pointer while fields are dragged. */
export function FieldDragCard({ dragged, draft }: { dragged: Dragged; draft: Draft }) {
  if (!('ids' in dragged)) {
    const type = dragged.kind as FieldType;
    return <DragCard icon={<FieldIcon type={type} />} text={fieldTypes[type].label} />;
  }
  const { ids } = dragged;
  const [first] = ids;
  return (
    <DragCard
      icon={first !== undefined && <FieldIcon type={settingsOf(draft, first).type} />}
      text={namesOf(draft, ids)}
      count={ids.length}
    />
  );
}
