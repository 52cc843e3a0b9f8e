import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { FieldIcon } from '../../../../shared/field-types/field-icon.tsx';
import { useDragNew } from '../../../../shared/tree/tree-drag.tsx';
import { useFieldActions } from '../fields-context.ts';
import classes from '../fields-tab.module.css';

const types = (Object.keys(fieldTypes) as FieldType[]).filter((type) => fieldTypes[type].inPalette);

/** The field types that can be added: by drag, click or keyboard. */
export function Palette() {
  const actions = useFieldActions();
  const drag = useDragNew();
  return (
    <ul {...drag} className={classes.palette} aria-label="Components">
      {types.map((type) => (
        <li key={type}>
          <button type="button" data-new={type} className={classes.component} onClick={() => actions.add(type)}>
            <FieldIcon type={type} />
            {fieldTypes[type].label}
          </button>
        </li>
      ))}
    </ul>
  );
}
