import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { ChangeCounts, ChangeMark, changeWords } from '../../../shared/ui/change/change-mark.tsx';
import { count } from '../../../shared/ui/count.ts';
import type { OpenChange } from '../use-open-change.ts';
import { ChangeRow } from './change-row.tsx';
import classes from './changes-view.module.css';
import { type ChangeSection, type ListSelection, lineHeight, type Place } from './list-layout.ts';
import { SelectBox } from './select-box.tsx';

interface ChangeSectionViewProps {
  /** Its index in the list. */
  at: number;
  section: ChangeSection;
  height: number;
  /** The items in view. */
  start: number;
  end: number;
  /** The item with the focus, `null` for the header; undefined if it is elsewhere. */
  active: number | null | undefined;
  /** The open item, `null` for the template; undefined if another one is open. */
  opened: number | null | undefined;
  selection: ListSelection | undefined;
  addressOf: (change: OpenChange) => string;
  onPick: (place: Place, isRange: boolean) => void;
  onActive: (place: Place) => void;
  note: ReactNode;
}

/** The changes of a template and its items, or of the menu. */
export function ChangeSectionView(props: ChangeSectionViewProps) {
  const { at, section, height, start, end, active, opened, selection, addressOf, onPick, onActive, note } = props;
  const id = useId();
  const { templateId, name, change, counts, items, total } = section;
  const place: Place = { section: at, item: null };
  const chosen = selection?.countOf(section) ?? 0;
  const isChangeChosen =
    templateId === null ? selection?.isMenuSelected === true : selection?.isTemplateSelected(templateId) === true;
  const isWhole = chosen === total && (change === null || isChangeChosen);
  const isNone = chosen === 0 && !(change !== null && isChangeChosen);
  // The focused row stays rendered when it is scrolled out of view; otherwise the focus would be lost.
  const rows = rowsOf(start, end, active ?? null, total);
  const focusable = active === null ? 0 : -1;
  const did = change === null ? '' : changeWords[change];
  const word = templateId === null ? did : `Template ${did.toLowerCase()}`;

  return (
    <section className={classes.section} style={{ height }} aria-labelledby={id}>
      <header className={classes.header}>
        {selection && (
          <SelectBox
            label={`Select all changes of ${name}`}
            checked={isWhole && !isNone}
            indeterminate={!isWhole && !isNone}
            tabIndex={focusable}
            data-place={`${at}/`}
            onFocus={() => onActive(place)}
            onPick={() => selection.selectSection(section, !isWhole || isNone)}
          />
        )}
        <h2
          className={classes.name}
          id={id}
          title={templateId ?? undefined}
          {...(selection ? {} : { tabIndex: focusable, 'data-place': `${at}/`, onFocus: () => onActive(place) })}
        >
          {name}
        </h2>
        {change !== null && (
          <span className={classes.own} data-open={opened === null || undefined}>
            {selection && total > 0 && templateId !== null && (
              <SelectBox
                label={`Select the template ${name}`}
                checked={isChangeChosen}
                tabIndex={focusable}
                onFocus={() => onActive(place)}
                onPick={() => selection.selectTemplate(section, !isChangeChosen)}
              />
            )}
            <Link
              to={addressOf({ templateId, id: null })}
              className={classes.ownLink ?? ''}
              tabIndex={focusable}
              onFocus={() => onActive(place)}
              aria-label={`${word}: ${name}`}
            >
              <ChangeMark kind={change} word={word} />
            </Link>
          </span>
        )}
        <span className={classes.counts}>
          {total > 0 && <span className={classes.total}>{count(total, 'item')}</span>}
          <ChangeCounts counts={counts} />
        </span>
      </header>
      {total === 0 ? (
        <p className={classes.note}>{note}</p>
      ) : (
        <table className={classes.table} aria-label={`Changed items of ${name}`} aria-rowcount={total + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {selection && (
                <th className={`${classes.heads} ${classes.box}`} scope="col">
                  <VisuallyHidden component="span">Selected</VisuallyHidden>
                </th>
              )}
              <th className={`${classes.heads} ${classes.id}`} scope="col">
                ID
              </th>
              <th className={classes.heads} scope="col">
                Label
              </th>
              <th className={`${classes.heads} ${classes.change}`} scope="col">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) =>
              'gap' in row ? (
                <tr key={`gap ${row.at}`} aria-hidden style={{ height: row.gap * lineHeight('item') }} />
              ) : (
                <ChangeRow
                  key={row.index}
                  at={at}
                  index={row.index}
                  section={section}
                  item={items[row.index]}
                  isActive={active === row.index}
                  isOpen={items[row.index] !== undefined && opened === items[row.index]?.id}
                  isSelected={isSelected(selection, templateId, items[row.index]?.id)}
                  addressOf={addressOf}
                  onPick={onPick}
                  onActive={onActive}
                />
              ),
            )}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Undefined in a list without selection. */
function isSelected(
  selection: ListSelection | undefined,
  templateId: string | null,
  id: number | undefined,
): boolean | undefined {
  if (!selection) return undefined;
  return templateId !== null && id !== undefined && selection.isItemSelected(templateId, id);
}

type Row = { index: number } | { gap: number; at: number };

/** The rows to render, and how many are omitted between them. */
function rowsOf(start: number, end: number, active: number | null, total: number): Row[] {
  const indexes = Array.from({ length: end - start }, (_, index) => start + index);
  if (active !== null && active < start) indexes.unshift(active);
  if (active !== null && active >= end && active < total) indexes.push(active);
  const rows: Row[] = [];
  let next = 0;
  for (const index of indexes) {
    if (index > next) rows.push({ gap: index - next, at: next });
    rows.push({ index });
    next = index + 1;
  }
  if (next < total) rows.push({ gap: total - next, at: next });
  return rows;
}
