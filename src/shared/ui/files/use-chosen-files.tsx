import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { isTyping, usePageEvent } from '../hooks/use-page-event.ts';

interface Options {
  /** Names the input for screen readers. */
  label: string;
  /** The types or endings of files that the chooser lists. */
  accept: readonly string[];
  /** True if several files are accepted at once. */
  isMany?: boolean;
  take: (files: File[]) => void;
  /** Receives a clipboard with text, unless it is typed into an input. */
  takeText?: (clipboard: DataTransfer) => void;
}

/** The ways to add files: props of the drop area, and the input of the file chooser. */
interface ChosenFiles {
  area: {
    'data-over': boolean | undefined;
    'data-takes-files': true;
    onDragOver: (event: DragEvent) => void;
    onDragLeave: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
  };
  openChooser: () => void;
  /** Must be rendered. */
  input: ReactNode;
}

/** Accepts files that are dropped on an area, selected in the file chooser, or pasted while the focus is on the page. */
export function useChosenFiles({ label, accept, isMany = false, take, takeText }: Options): ChosenFiles {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const receive = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])];
    if (files.length > 0) take(isMany ? files : files.slice(0, 1));
  };
  usePageEvent('paste', (event) => {
    const { clipboardData } = event;
    const text = takeText && !isTyping(event) ? clipboardData?.getData('text/plain') : undefined;
    if (takeText && clipboardData && text) {
      event.preventDefault();
      takeText(clipboardData);
      return;
    }
    if (!clipboardData || clipboardData.files.length === 0) return;
    // Office programs also copy text as a picture.
    if (isTyping(event) && clipboardData.types.includes('text/plain')) return;
    // If there are several areas, the focused one has priority.
    const area = chooser.current?.closest('[data-takes-files]');
    const focused = event.target instanceof Element ? event.target.closest('[data-takes-files]') : null;
    if (focused && focused !== area) return;
    event.preventDefault();
    receive(clipboardData.files);
  });

  return {
    area: {
      'data-over': isOver || undefined,
      'data-takes-files': true,
      onDragOver: (event) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event) => {
        event.preventDefault();
        setOver(false);
        receive(event.dataTransfer.files);
      },
    },
    openChooser: () => chooser.current?.click(),
    input: (
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={isMany}
        aria-label={label}
        accept={accept.join(',')}
        onChange={({ currentTarget }) => {
          receive(currentTarget.files);
          // Otherwise choosing the same file again would not fire a change event.
          currentTarget.value = '';
        }}
      />
    ),
  };
}
