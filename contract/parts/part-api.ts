// The whole interface of the parts that a host mounts. It imports nothing, as the build publishes it in `quartermaster.d.ts`.

/** Names an item of the part's instance. */
export interface ItemAddress {
  templateId: string;
  id: number;
}

/** An item that was chosen. */
export interface PartItem extends ItemAddress {
  label: string;
}

/** A value of a field outside of rows, in the format of the API. */
export type PartValue = string | number | boolean | null | readonly string[] | readonly number[];

/** An input that searches items and selects one. */
export interface ItemPickerValues {
  /** The template of the items, or several templates, of which the user chooses first. */
  templateId: string | readonly string[];
  /** The selected item. The part changes it when the user selects another one. */
  value?: ItemAddress | null | undefined;
  /** The visible name of the input; `Item` by default. */
  label?: string | undefined;
}

/** The form of an item. */
export interface ItemFormValues {
  templateId: string;
  /** The item at first; a new one if omitted. */
  id?: number | undefined;
  /** Values of a new item that differ from the template's defaults, by the names of its fields. */
  values?: Readonly<Record<string, PartValue>> | undefined;
  /** The label of a new item. */
  label?: string | undefined;
}

/** The list of a template's items. */
export interface ListValues {
  templateId: string;
  /** Search, filters and sort order as in the address of the list, such as `filter=cost:gt:10&sort=cost:desc`. */
  query?: string | undefined;
}

/** An item in short. */
export interface ItemCardValues extends ItemAddress {
  /** The names of the fields whose values are shown; the first three if omitted. */
  fields?: readonly string[] | undefined;
}

/** What differs in an item. */
export interface DiffValues extends ItemAddress {
  /** The numbers of the two versions to compare; if omitted, the item is compared with the one in the next environment. */
  versions?: { from: number; to: number } | undefined;
}

/** What people say about an item. */
export interface CommentsValues extends ItemAddress {
  /** The thread that is shown at first, such as the one of an event. */
  threadId?: number | undefined;
}

/** The values of each part. */
export interface PartValues {
  'item-picker': ItemPickerValues;
  'item-form': ItemFormValues;
  list: ListValues;
  'item-card': ItemCardValues;
  diff: DiffValues;
  comments: CommentsValues;
}

/** What can be mounted. */
export type PartName = keyof PartValues;

/** The values of one of the parts. */
export type AnyPart = { [Name in PartName]: { name: Name; values: PartValues[Name] } }[PartName];

/** What a part sends besides the events of every mount. */
export type PartOnlyEvent =
  /** The user has selected an item, or cleared the selection. */
  | { type: 'picked'; item: PartItem | null }
  /** The user wants to open an item that the part does not show; `to` is its path in the console. */
  | { type: 'opened'; item: ItemAddress; to: string }
  /** The user has begun a thread in the part `comments`. */
  | { type: 'commented'; item: ItemAddress; threadId: number }
  /** The user, or the method, has discarded unsaved changes. */
  | { type: 'discarded' };

/**
 * Why a method has not done what it was called for: a value is invalid; there are unsaved changes; the item was not saved, and the form
 * shows why; the part is not on the screen; it was unmounted.
 */
export type PartRefusal = 'invalid' | 'unsaved' | 'not-saved' | 'not-shown' | 'unmounted';

/** What came of a call of a method. */
export type PartResult = { isDone: true } | { isDone: false; reason: PartRefusal; message: string };

/** A call of a method of the form. */
export type PartAction =
  | { type: 'open'; item: ItemAddress }
  | { type: 'create'; values?: ItemFormValues['values']; label?: string | undefined }
  | { type: 'save' }
  | { type: 'discard' };
