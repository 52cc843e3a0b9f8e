import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldNode } from '../data/templates.ts';
import { fieldCell } from '../field-types/field-cell.tsx';
import { FieldIcon } from '../field-types/field-icon.tsx';
import { groupColor } from './group-color.ts';
import classes from './item-fields.module.css';
import rowClasses from './rows/rows.module.css';

/** The read-only values of one level of a template. */
export function ReadOnlyFields({
  nodes,
  values,
  depth,
}: {
  nodes: readonly FieldNode[];
  values: ItemValues;
  depth: number;
}) {
  return (
    <div className={classes.grid} data-level>
      {nodes.map(({ field: { id, settings }, children }) => {
        const name = settings.label || settings.name;
        const { holds } = fieldTypeOf(settings.type);
        if (holds === 'group') {
          return (
            <fieldset key={id} className={classes.group}>
              <legend className={classes.legend}>
                <FieldIcon type={settings.type} /> {name}
              </legend>
              <ReadOnlyFields nodes={children} values={values} depth={depth} />
            </fieldset>
          );
        }
        if (holds === 'rows') {
          const rows = rowsOf(values[id]);
          return (
            // Not a landmark: a form next to it may have another of the same name.
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out in its own way
            <div key={id} className={classes.dynamic} data-color={groupColor(depth)} role="group" aria-label={name}>
              <div className={classes.dynamicHead}>
                <span className={classes.legend}>
                  <FieldIcon type={settings.type} /> {name}
                </span>
                <span className={classes.rowCount}>{rows.length === 1 ? '1 row' : `${rows.length} rows`}</span>
              </div>
              <ol className={rowClasses.rows}>
                {rows.map((row, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position, which does not change here
                  <li key={place} className={rowClasses.row} aria-label={`${name} row ${place + 1}`}>
                    <ReadOnlyFields nodes={children} values={row} depth={depth + 1} />
                  </li>
                ))}
              </ol>
            </div>
          );
        }
        return (
          <dl key={id} className={classes.definitions}>
            <dt className={classes.term}>
              <span className={classes.label} title={settings.name}>
                <FieldIcon type={settings.type} /> {name}
              </span>
            </dt>
            <dd className={classes.value}>{fieldCell(settings, values[id])}</dd>
          </dl>
        );
      })}
    </div>
  );
}
