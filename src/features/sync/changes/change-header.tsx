import { Link } from 'react-router-dom';
import type { GroupHeaderState } from '../../../shared/table/grouped/group-view.tsx';
import { SelectBox } from '../../../shared/table/selection/select-box.tsx';
import { ChangeCounts, ChangeMark, changeWords } from '../../../shared/ui/change/change-mark.tsx';
import { count } from '../../../shared/ui/count.ts';
import type { ChangeSection, ListSelection } from './change-section.ts';
import classes from './changes-view.module.css';
import { EditedMark } from './edited-mark.tsx';

interface ChangeHeaderProps {
  section: ChangeSection;
  state: GroupHeaderState;
  /** Undefined for a list without selection. */
  selection: ListSelection | undefined;
  /** The URL of the change of the template itself, or of the menu. */
  address: string;
  isOpen: boolean;
}

/** The header of a section: its template, the template's own change, and how many items have changed. */
export function ChangeHeader({ section, state, selection, address, isOpen }: ChangeHeaderProps) {
  const { templateId, name, change, isEdited, counts, total } = section;
  const { titleId, target, focus } = state;
  const chosen = selection?.countOf(section) ?? 0;
  const isOwnSelected = selection?.isOwnSelected(section) === true;
  const isWhole = chosen === total && (change === null || isOwnSelected);
  const isNone = chosen === 0 && !(change !== null && isOwnSelected);
  const did = change === null ? '' : changeWords[change];
  const word = templateId === null ? did : `Template ${did.toLowerCase()}`;
  return (
    <>
      {selection && (
        <SelectBox
          label={`Select all changes of ${name}`}
          checked={isWhole && !isNone}
          indeterminate={!isWhole && !isNone}
          {...target}
          onPick={() => selection.selectSection(section, !isWhole || isNone)}
        />
      )}
      <h2 className={classes.name} id={titleId} title={templateId ?? undefined} {...(selection ? {} : target)}>
        {name}
      </h2>
      {change !== null && (
        <span className={classes.own} data-open={isOpen || undefined}>
          {selection && total > 0 && templateId !== null && (
            <SelectBox
              label={`Select the template ${name}`}
              checked={isOwnSelected}
              {...focus}
              onPick={() => selection.selectTemplate(section, !isOwnSelected)}
            />
          )}
          <Link to={address} className={classes.ownLink ?? ''} aria-label={`${word}: ${name}`} {...focus}>
            <ChangeMark kind={change} word={word} />
          </Link>
          {isEdited && <EditedMark />}
        </span>
      )}
      <span className={classes.counts}>
        {total > 0 && <span className={classes.total}>{count(total, 'item')}</span>}
        <ChangeCounts counts={counts} />
      </span>
    </>
  );
}
