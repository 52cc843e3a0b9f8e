import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { linkedTemplatesOf } from '@quartermaster/contract/field-types/registry.ts';
import { cellContent } from '../../../../shared/field-types/field-cell.tsx';
import { useLinkImage, useLinkLabel } from '../../../../shared/links/link-labels.tsx';
import { LinkThumbnail } from '../../../../shared/links/link-thumbnail.tsx';
import { count as countText } from '../../../../shared/ui/count.ts';
import { IconChevronDown } from '../../../../shared/ui/icons/chevron-down.ts';
import { IconChevronRight } from '../../../../shared/ui/icons/chevron-right.ts';
import { noTranslate } from '../../../../shared/ui/no-translate.ts';
import classes from './groups.module.css';

/** The value of an item's group; null for none, and for what is not an option any more. */
export type GroupValue = string | number | boolean | null;

export interface GroupHeadingProps {
  settings: FieldSettings;
  value: GroupValue;
  /** How many items of the list are in the group; undefined until it is known. */
  count: number | undefined;
  /** How many of them are on this page. */
  onPage: number;
  isCollapsed: boolean;
  onToggle: () => void;
  /** Called to filter the list by the group. */
  onShowOnly: () => void;
}

/** The heading of a group of items: its value, which filters the list, and the number of its items. */
export function GroupHeading({ settings, value, count, onPage, isCollapsed, onToggle, onShowOnly }: GroupHeadingProps) {
  const Chevron = isCollapsed ? IconChevronRight : IconChevronDown;
  return (
    <span {...noTranslate(classes.heading)}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={!isCollapsed}
        aria-label={isCollapsed ? 'Expand group' : 'Collapse group'}
        onClick={onToggle}
      >
        <Chevron size={14} aria-hidden />
      </button>
      <button type="button" className={classes.name} title="Show only this group" onClick={onShowOnly}>
        {value === null ? 'None' : <GroupName settings={settings} value={value} />}
      </button>
      {count !== undefined && (
        <span className={classes.count}>
          {onPage < count && `${onPage} of `}
          {countText(count, 'item')}
        </span>
      )}
    </span>
  );
}

/** The value of a group. */
export function GroupName({ settings, value }: { settings: FieldSettings; value: string | number | boolean }) {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const [templateId] = linkedTemplatesOf(settings);
  return typeof value === 'number' && templateId !== undefined ? (
    <LinkedName templateId={templateId} id={value} />
  ) : (
    cellContent(settings, value)
  );
}

function LinkedName({ templateId, id }: { templateId: string; id: number }) {
  const label = useLinkLabel(templateId, id);
  return (
    <>
      <LinkThumbnail templateId={templateId} image={useLinkImage(templateId, id)} />
      {label ?? `#${id}`}
    </>
  );
}
