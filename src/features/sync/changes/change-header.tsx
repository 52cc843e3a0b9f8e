import { Link } from 'react-router-dom';
import { LineBubble } from '../../../shared/comments/line-bubble.tsx';
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
export function ChangeHeader(props: ChangeHeaderProps) {
  const { section, state, selection } = props;
  const { templateId, name, change, counts, total } = section;
  const { titleId, target, focus } = state;
  return (
    <>
      {selection && <SelectSection section={section} target={target} selection={selection} />}
      <h2 className={classes.name} id={titleId} title={templateId ?? undefined} {...(selection ? {} : target)}>
        {name}
      </h2>
      {change !== null && <OwnChange {...props} change={change} />}
      {change !== null && templateId !== null && (
        <LineBubble line={{ template_id: templateId }} label={`the template ${name}`} focus={focus} />
      )}
      <span className={classes.counts}>
        {total > 0 && <span className={classes.total}>{count(total, 'item')}</span>}
        <ChangeCounts counts={counts} />
      </span>
    </>
  );
}

interface SelectSectionProps {
  section: ChangeSection;
  target: GroupHeaderState['target'];
  selection: ListSelection;
}

function SelectSection({ section, target, selection }: SelectSectionProps) {
  const { name, change, total } = section;
  const chosen = selection.countOf(section);
  const isOwnSelected = change !== null && selection.isOwnSelected(section);
  const isWhole = chosen === total && (change === null || isOwnSelected);
  const isNone = chosen === 0 && !isOwnSelected;
  return (
    <SelectBox
      label={`Select all changes of ${name}`}
      checked={isWhole && !isNone}
      indeterminate={!isWhole && !isNone}
      {...target}
      onPick={() => selection.selectSection(section, !isWhole || isNone)}
    />
  );
}

/** The change of the template itself, or of the menu. */
function OwnChange({
  section,
  state: { focus },
  selection,
  address,
  isOpen,
  change,
}: ChangeHeaderProps & { change: NonNullable<ChangeSection['change']> }) {
  const { templateId, name, isEdited, total } = section;
  const did = changeWords[change];
  const word = templateId === null ? did : `Template ${did.toLowerCase()}`;
  const isSelected = selection?.isOwnSelected(section) === true;
  return (
    <span className={classes.own} data-open={isOpen || undefined}>
      {selection && total > 0 && templateId !== null && (
        <SelectBox
          label={`Select the template ${name}`}
          checked={isSelected}
          {...focus}
          onPick={() => selection.selectTemplate(section, !isSelected)}
        />
      )}
      <Link to={address} className={classes.ownLink ?? ''} aria-label={`${word}: ${name}`} {...focus}>
        <ChangeMark kind={change} word={word} />
      </Link>
      {isEdited && <EditedMark />}
    </span>
  );
}
