import { Text } from '@mantine/core';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { FieldIcon } from '../../../../shared/field-types/field-icon.tsx';
import { nameOf } from '../../../../shared/template-changes/template-state.ts';
import { useDragNew } from '../../../../shared/tree/tree-drag.tsx';
import { canHold, type Draft } from '../../model/draft.ts';
import { useDraftPart, useEditor } from '../../model/editor-context.ts';
import { useFieldActions } from '../fields-context.ts';
import classes from '../fields-tab.module.css';

const types = (Object.keys(fieldTypes) as FieldType[]).filter((type) => fieldTypes[type].inPalette);

/** The field types that can be added by drag, click or keyboard, and the place for clicked ones. */
export function Palette({ isCompact = false }: { isCompact?: boolean }) {
  const actions = useFieldActions();
  const drag = useDragNew();
  return (
    <>
      <ul {...drag} className={classes.palette} data-compact={isCompact || undefined} aria-label="Components">
        {types.map((type) => (
          <li key={type}>
            <button
              type="button"
              data-new={type}
              className={classes.component}
              onClick={() => actions.add(type)}
              {...(isCompact && { 'aria-label': fieldTypes[type].label, title: fieldTypes[type].label })}
            >
              <FieldIcon type={type} />
              {!isCompact && fieldTypes[type].label}
            </button>
          </li>
        ))}
      </ul>
      <NextPlace />
    </>
  );
}

/** Where a component is added without dragging. */
function NextPlace() {
  const { active } = useAtomValue(useEditor().selection);
  const location = useDraftPart(useCallback((draft: Draft) => placeText(draft, active), [active]));
  return (
    <Text size="xs" c="dimmed" mt="xs" className={classes.place}>
      A click adds it {location}.
    </Text>
  );
}

function placeText(draft: Draft, active: string | null): string {
  if (active === null || !draft.settings.has(active)) return 'at the end';
  const name = nameOf(draft, active);
  return canHold(draft, active) ? `at the end of ${name}` : `after ${name}`;
}
