import type { Keys } from '../../../shared/ui/actions/keys.ts';
import type { Icon } from '../../../shared/ui/icons/icon.ts';

/** Something that the palette opens. */
export interface Entry {
  key: string;
  label: string;
  /** Where it is, or what it is. */
  about?: string | undefined;
  /** Further words by which it is found. */
  words?: string | undefined;
  keys?: Keys | undefined;
  Icon: Icon;
  /** The path of a picture in place of the icon. */
  image?: string | undefined;
  run: () => void;
}

/** A page that the palette opens. */
export interface Page extends Pick<Entry, 'label' | 'about' | 'words'> {
  to: string;
  /** Its icon in the sidebar; others have that of their kind. */
  Icon?: Icon;
}

/** Entries of one kind, under their heading. */
export interface EntryGroup {
  label: string;
  entries: Entry[];
}
