import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './tree-edit.module.css';

interface DragCardProps {
  icon: ReactNode;
  text: string;
  /** How many rows are dragged. */
  count?: number;
}

/** The card next to the pointer while rows are dragged. */
export const DragCard = ({ icon, text, count = 1 }: DragCardProps) => (
  <div className={classes.card}>
    {icon}
    <span className={classes.cardText}>{text}</span>
    {count > 1 && <Badge size="sm">{count}</Badge>}
  </div>
);
