import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { Activity, memo, type RefCallback, useCallback, useState } from 'react';
import { DeferredFields } from './deferred-fields.tsx';
import type { FieldsLevel, FieldsLevelView } from './fields-level.ts';
import classes from './item-fields.module.css';

/** How many fields are rendered together; fills complete lines in grids of one to four, six and eight columns. */
const fieldsAtOnce = 24;

/** Fields within this many pixels of the viewport are rendered before the user scrolls to them. */
const ahead: IntersectionObserverInit = { rootMargin: '600px', scrollMargin: '600px' };

/** Fields farther away than this are hidden again, so that a form does not grow while scrolling. */
const behind: IntersectionObserverInit = { rootMargin: '2000px', scrollMargin: '2000px' };

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

/** The parts of a level: the first ones at once, the others when they are near the viewport or are requested. */
export function LazyFields({ parts, ...level }: LazyFieldsProps) {
  return (
    <div className={classes.parts} data-level>
      {parts.map((nodes, index) => (
        <Part key={nodes[0]?.field.id} isFirst={index < partsAtFirst} nodes={nodes} {...level} />
      ))}
    </div>
  );
}

interface PartProps extends FieldsLevel {
  Fields: FieldsLevelView;
  isFirst: boolean;
}

const Part = memo(function Part({ Fields, isFirst, ...level }: PartProps) {
  const [visibility, setVisibility] = useState<Shown>(() => {
    const is = isFirst || typeof IntersectionObserver === 'undefined';
    return { is, was: is, height: undefined };
  });
  const show = useCallback(() => setVisibility((before) => ({ ...before, is: true, was: true })), []);
  const approach = useCallback<RefCallback<Element>>(
    (element) => observe(element, ahead, ({ isIntersecting }) => isIntersecting && show()),
    [show],
  );
  const leave = useCallback<RefCallback<HTMLDivElement>>((element) => {
    // A requested part that is far away is scrolled to once it is rendered.
    let wasNear = false;
    return observe(element, behind, ({ isIntersecting, boundingClientRect, target }) => {
      if (isIntersecting) wasNear = true;
      else if (wasNear && !target.contains(target.ownerDocument.activeElement))
        setVisibility({ is: false, was: true, height: boundingClientRect.height });
    });
  }, []);
  return (
    <div
      ref={visibility.is ? leave : null}
      className={classes.part}
      data-hidden={(visibility.was && !visibility.is) || undefined}
      style={visibility.is ? undefined : { height: visibility.height }}
    >
      {!visibility.is && <DeferredFields nodes={level.nodes} path={level.path} seen={approach} onDraw={show} />}
      {visibility.was && (
        // Hidden fields keep their state, cost no layout, and do not receive updates.
        <Activity mode={visibility.is ? 'visible' : 'hidden'}>
          <Fields {...level} />
        </Activity>
      )}
    </div>
  );
});

interface Shown {
  is: boolean;
  was: boolean;
  /** Its measured height when it was hidden, so that nothing moves. */
  height: number | undefined;
}

/** Observes an element in the viewport, if the browser supports it. */
function observe(
  element: Element | null,
  how: IntersectionObserverInit,
  onEntry: (entry: IntersectionObserverEntry) => void,
) {
  if (!element || typeof IntersectionObserver === 'undefined') return undefined;
  const observer = new IntersectionObserver((entries) => entries.forEach(onEntry), how);
  observer.observe(element);
  return () => observer.disconnect();
}
