import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useStableCallback } from '../../ui/hooks/use-stable-callback.ts';
import { IconGripVertical } from '../../ui/icons/grip-vertical.ts';
import classes from './columns.module.css';

interface ColumnGripProps {
  header: string;
  /** Its index in the list. */
  position: number;
  onMove: (to: number) => void;
}

/** The handle of a line in the columns menu: moves the column by dragging, or with the arrow keys. */
export function ColumnGrip({ header, position, onMove }: ColumnGripProps) {
  const grip = useRef<HTMLButtonElement>(null);
  const [isDragged, setDragged] = useState(false);
  const follow = useStableCallback((y: number) => {
    const line = grip.current?.parentElement;
    const lines = [...(line?.parentElement?.children ?? [])];
    const isBeyond = (index: number) => {
      const { top, height } = lines[index]?.getBoundingClientRect() ?? { top: 0, height: 0 };
      return index < position ? y < top + height / 2 : y > top + height / 2;
    };
    if (lines[position - 1] && isBeyond(position - 1)) onMove(position - 1);
    else if (lines[position + 1] && isBeyond(position + 1)) onMove(position + 1);
  });
  const dragging = useRef<AbortController>(null);
  useEffect(() => () => dragging.current?.abort(), []);
  /** Listens on the document: a line that is moved in the DOM loses pointer capture. */
  const drag = () => {
    const document = grip.current?.ownerDocument;
    if (!document) return;
    const ended = new AbortController();
    const { signal } = ended;
    dragging.current = ended;
    setDragged(true);
    const end = () => {
      ended.abort();
      setDragged(false);
    };
    document.addEventListener('pointermove', ({ clientY }) => follow(clientY), { signal });
    for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, end, { signal });
  };
  return (
    <ActionIcon
      ref={grip}
      variant="subtle"
      color="gray"
      size={24}
      className={classes.grip}
      data-dragged={isDragged || undefined}
      aria-label={`Move ${header}`}
      title="Drag, or use the arrow keys"
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onMove(position + by);
      }}
      onPointerDown={(event) => event.button === 0 && drag()}
    >
      <IconGripVertical size={14} aria-hidden />
    </ActionIcon>
  );
}
