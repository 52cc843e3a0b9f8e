import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { memo, useCallback, useState } from 'react';
import { useInView } from '../ui/hooks/use-in-view.ts';
import { DeferredFields } from './deferred-fields.tsx';
import type { FieldsLevel, FieldsLevelView } from './fields-level.ts';
import classes from './item-fields.module.css';

/** How many fields are rendered together; fills complete lines in grids of one to four, six and eight columns. */
const fieldsAtOnce = 24;

/** Fields within this many pixels of the viewport are rendered before the user scrolls to them. */
const ahead: IntersectionObserverInit = { rootMargin: '600px', scrollMargin: '600px' };

/** How many parts of a level are rendered at once, to fill the first screen. */
const partsAtFirst = 2;

const weights = new WeakMap<TreeNode, number>();

// A dynamic group counts once: it has no inputs until it has rows, and rows are levels of their own.
function weightOf(node: TreeNode): number {
  const known = weights.get(node);
  if (known !== undefined) return known;
  const weight = 1 + node.children.reduce((sum, child) => sum + weightOf(child), 0);
  weights.set(node, weight);
  return weight;
}

/** Splits a level into parts that are rendered separately; a single field is never split, whatever it contains. */
export function partsOf(nodes: readonly TreeNode[]): TreeNode[][] {
  const parts: TreeNode[][] = [];
  let room = 0;
  for (const node of nodes) {
    const weight = weightOf(node);
    const part = parts.at(-1);
    if (part && weight <= room) part.push(node);
    else {
      parts.push([node]);
      room = fieldsAtOnce;
    }
    room -= weight;
  }
  return parts;
}

interface LazyFieldsProps extends Omit<FieldsLevel, 'nodes'> {
  parts: readonly TreeNode[][];
  Fields: FieldsLevelView;
}

/** The parts of a level: the first ones at once, the others once they are near the viewport or requested. */
export function LazyFields({ parts, ...level }: LazyFieldsProps) {
  return (
    <div className={classes.parts}>
      {parts.map((nodes, place) => (
        <Part key={nodes[0]?.field.id} isFirst={place < partsAtFirst} nodes={nodes} {...level} />
      ))}
    </div>
  );
}

const Part = memo(function Part({
  Fields,
  isFirst,
  ...level
}: FieldsLevel & { Fields: FieldsLevelView; isFirst: boolean }) {
  const [ref, isSeen] = useInView(ahead);
  const [isRendered, setRendered] = useState(isFirst);
  const draw = useCallback(() => setRendered(true), []);
  if (isSeen || isRendered) return <Fields {...level} />;
  return <DeferredFields nodes={level.nodes} path={level.path} seen={ref} onDraw={draw} />;
});
