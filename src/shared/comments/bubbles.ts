import { type ComponentType, createContext } from 'react';
import type { PlaceCount } from './comment-spot.ts';

/** The comments at the fields of one form: a change re-renders only the fields that it concerns. */
export interface Bubbles {
  subscribe: (listener: () => void) => () => void;
  /** The open threads at a spot; with `isFolded` also those at what is in it. */
  countAt: (spot: string, isFolded: boolean) => PlaceCount | undefined;
  /** Whether the field is hovered or focused. */
  isNear: (name: string) => boolean;
  /** The name of the field that is hovered or focused. */
  setNear: (name: string | undefined) => void;
  setCounts: (counts: ReadonlyMap<string, PlaceCount>) => void;
  open: (spot: string) => void;
}

export interface BubbleProps {
  bubbles: Bubbles;
  /** The name of the field in the form. */
  name: string;
  /** Where its value is saved, which is what threads are about. */
  spot: string;
  label: string;
  /** True for a group whose rows are hidden. */
  isFolded?: boolean;
}

/** What shows the comments at the fields of a form; `null` where there are none, or before their code is loaded. */
export const FieldBubbles = createContext<{ bubbles: Bubbles; Bubble: ComponentType<BubbleProps> } | null>(null);
