import {
  isShown,
  type RowChain,
  type ShownRules,
  shownRulesOf,
} from '@quartermaster/contract/content/field-visibility.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { nodesOfRow } from '@quartermaster/contract/content/row-shapes.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldNode } from '../data/templates.ts';
import { wholeValue } from '../field-types/field-cell.tsx';
import { FieldIcon } from '../field-types/field-icon.tsx';
import { ValueComment } from './comments/field-comment.tsx';
import { FieldHelp } from './field-help.tsx';
import { groupColor } from './group-color.ts';
import { isLine } from './group-line.ts';
import classes from './item-fields.module.css';
import rowClasses from './rows/rows.module.css';

/** The read-only values of one level of a template. */
export function ReadOnlyFields({
  nodes,
  values,
  depth,
  around,
}: {
  nodes: readonly FieldNode[];
  values: ItemValues;
  depth: number;
  /** What shows the fields, and the rows around these; omitted for those of the whole item. */
  around?: { rules: ShownRules | undefined; rows: RowChain; path: string };
}) {
  const { rules, rows: outer, path } = around ?? { rules: shownRulesOf(nodes), rows: [values], path: 'values' };
  const visible = rules ? nodes.filter(({ field }) => isShown(rules, field.id, outer)) : nodes;
  return (
    <div className={classes.grid} data-level>
      {visible.map(({ field: { id, settings }, children }) => {
        const name = settings.label || settings.name;
        const { holds } = fieldTypeOf(settings.type);
        if (holds === 'group') {
          return (
            <fieldset key={id} className={isLine(children) ? classes.line : classes.group}>
              <legend className={classes.legend}>
                <FieldIcon type={settings.type} /> {name}
              </legend>
              <FieldHelp settings={settings} />
              <ReadOnlyFields nodes={children} values={values} depth={depth} around={{ rules, rows: outer, path }} />
            </fieldset>
          );
        }
        if (holds === 'rows') {
          const rows = rowsOf(values[id]);
          return (
            // Not a landmark: a form next to it may have another of the same name.
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out in its own way
            <div key={id} className={classes.dynamic} data-color={groupColor(depth)} role="group" aria-label={name}>
              <div className={classes.dynamicHead} data-about={`${path}.${id}`}>
                <span className={classes.legend}>
                  <FieldIcon type={settings.type} /> {name}
                </span>
                <span className={classes.rowCount}>{rows.length === 1 ? '1 row' : `${rows.length} rows`}</span>
                <FieldHelp settings={settings} />
                <ValueComment name={`${path}.${id}`} label={name} />
              </div>
              <ol className={rowClasses.rows}>
                {rows.map((row, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position, which does not change here
                  <li key={index} className={rowClasses.row} aria-label={`${name} row ${index + 1}`}>
                    <ReadOnlyFields
                      nodes={nodesOfRow(children, row)}
                      values={row}
                      depth={depth + 1}
                      around={{ rules, rows: [...outer, row], path: `${path}.${id}.${index}` }}
                    />
                  </li>
                ))}
              </ol>
            </div>
          );
        }
        return (
          <dl key={id} className={classes.definitions} data-about={`${path}.${id}`}>
            <dt className={classes.term}>
              <span className={classes.label} title={settings.name}>
                <FieldIcon type={settings.type} /> {name}
              </span>
              <ValueComment name={`${path}.${id}`} label={name} />
            </dt>
            <dd className={classes.value}>
              {wholeValue(settings, values[id])}
              <FieldHelp settings={settings} />
            </dd>
          </dl>
        );
      })}
    </div>
  );
}
