import type { ChangedItem } from '@quartermaster/contract/endpoints/sync.ts';
import type { Difference } from '../../../shared/item-diff/difference-text.ts';
import type { TableGroup } from '../../../shared/table/grouped/group-layout.ts';
import type { GroupedSelection } from '../../../shared/table/grouped/grouped-table.tsx';
import type { ChangeKind } from '../../../shared/ui/change/change-mark.tsx';

/** An item in a list of changes. */
export interface ListedItem {
  id: number;
  name: string;
  /** The path of its picture; null if others of its template have one. */
  image?: string | null;
  /** Its last edit in the source, if known. */
  edited?: ChangedItem['edited'];
  change: ChangeKind;
  /** True if it was edited in the target, too. */
  conflict?: boolean;
  /** True if it was saved in the source while its sync was prepared. */
  is_newer?: boolean;
  /** True if it was edited since it was sent for review, or planned. */
  is_edited?: boolean;
  /** What has changed in it, if known. */
  difference?: Difference | undefined;
}

/** A template with its changed items, or the menu, which has none. */
export interface ChangeSection extends TableGroup<ListedItem> {
  /** The id of the template; `null` for the menu. */
  templateId: string | null;
  /** The change of the template itself. */
  change: ChangeKind | null;
  /** True if the template itself, or the menu, was edited since it was sent for review, or planned. */
  isEdited?: boolean | undefined;
  counts: Record<ChangeKind, number> & { conflicts?: number };
}

/** The targets of the list's checkboxes. */
export interface ListSelection extends GroupedSelection<ListedItem, ChangeSection> {
  /** True if the template of a section is selected, or the menu. */
  isOwnSelected: (section: ChangeSection) => boolean;
  /** How many items of a section are selected. */
  countOf: (section: ChangeSection) => number;
  selectTemplate: (section: ChangeSection, isOn: boolean) => void;
  /** A whole section: the template and all its items. */
  selectSection: (section: ChangeSection, isOn: boolean) => void;
}
