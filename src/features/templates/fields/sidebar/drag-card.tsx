import { Badge } from '@mantine/core';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { FieldIcon } from '../../../../shared/field-types/field-icon.tsx';
import { settingsOf } from '../../../../shared/template-changes/template-state.ts';
import type { Dragged } from '../../../../shared/tree/tree-drag-state.ts';
import type { Draft } from '../../model/draft.ts';
import { namesOf } from '../field-texts.ts';
import classes from '../fields-tab.module.css';

/** The card next to the pointer while fields are dragged. */
export function DragCard({ dragged, draft }: { dragged: Dragged; draft: Draft }) {
  if (!('ids' in dragged)) {
    const type = dragged.kind as FieldType;
    return (
      <div className={classes.card}>
        <FieldIcon type={type} />
        {fieldTypes[type].label}
      </div>
    );
  }
  const [first] = dragged.ids;
  return (
    <div className={classes.card}>
      {first !== undefined && <FieldIcon type={settingsOf(draft, first).type} />}
      <span className={classes.label}>{namesOf(draft, dragged.ids)}</span>
      {dragged.ids.length > 1 && <Badge size="sm">{dragged.ids.length}</Badge>}
    </div>
  );
}
