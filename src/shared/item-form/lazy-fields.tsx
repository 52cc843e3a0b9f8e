import type { TreeNode } from '@quartermaster/contract/template-tree.ts';
import { createContext, memo } from 'react';
import { useSeen } from '../field-types/use-seen.ts';
import type { FieldsLevel, FieldsLevelView } from './fields-level.ts';
import classes from './item-fields.module.css';

/** True around a form that draws only the fields near to what is in view: for templates of thousands of fields. */
export const DrawInView = createContext(false);

/** Fields that are drawn together; a full number of lines in one to four, six and eight columns. */
const fieldsAtOnce = 24;

/** Pixels around the view within which fields are drawn before one comes to them. */
const ahead: IntersectionObserverInit = { rootMargin: '600px', scrollMargin: '600px' };

/** Pixels of a line of fields, and how many stand in one: only to keep the place of what is not drawn yet. */
const guess = { line: 76, columns: 3 };

const weights = new WeakMap<TreeNode, number>();

// A dynamic group counts once: it holds no inputs until it has rows, and those are levels of their own.
function weightOf(node: TreeNode): number {
  const known = weights.get(node);
  if (known !== undefined) return known;
  const weight = 1 + node.children.reduce((sum, child) => sum + weightOf(child), 0);
  weights.set(node, weight);
  return weight;
}

/** Cuts a level into parts that are drawn on their own; a single field, with all that it holds, is never cut. */
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

/** The parts of a level, each drawn once it has been near to what is in view. */
export function LazyFields({ parts, ...level }: LazyFieldsProps) {
  return (
    <div className={classes.parts}>
      {parts.map((nodes) => (
        <Part key={nodes[0]?.field.id} nodes={nodes} {...level} />
      ))}
    </div>
  );
}

const Part = memo(function Part({ Fields, ...level }: FieldsLevel & { Fields: FieldsLevelView }) {
  const [ref, isSeen] = useSeen(ahead);
  if (isSeen) return <Fields {...level} />;
  const weight = level.nodes.reduce((sum, node) => sum + weightOf(node), 0);
  return <div ref={ref} style={{ height: Math.ceil(weight / guess.columns) * guess.line }} />;
});
