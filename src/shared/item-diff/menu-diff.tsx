import type { Environment } from '@quartermaster/contract/access.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { Direction } from '../ui/direction.tsx';
import classes from './diff.module.css';
import { sameVersions } from './same-versions.ts';
import { Sign } from './sign.tsx';

type MenuDiff = Output<typeof sync.getMenu>;
type Node = MenuDiff['source'][number];

interface MenuDiffViewProps {
  diff: MenuDiff;
  /** The environments of a sync; null for versions within an instance. */
  sides: { source: Environment; target: Environment } | null;
}

/** The changes of the sidebar's menu, entry by entry. */
export function MenuDiffView({ diff, sides }: MenuDiffViewProps) {
  const before = new Map(diff.target.map((node) => [node.id, node]));
  const after = new Map(diff.source.map((node) => [node.id, node]));
  return (
    <>
      {sides && (
        <div className={classes.legend}>
          <Direction {...sides} />
        </div>
      )}
      {!sides && diff.nodes.length === 0 && <span>{sameVersions}</span>}
      <ul className={classes.fields}>
        {diff.nodes.map(({ id, change }) => {
          const old = before.get(id);
          const now = after.get(id);
          return (
            <li key={id} className={classes.field}>
              <div className={classes.name}>
                <Sign kind={change} />
                <span className={classes.label}>{(now ?? old)?.label}</span>
                <span className={classes.note}>{(now ?? old)?.template_id || 'Group'}</span>
              </div>
              <div className={classes.values}>
                {old && change !== 'added' && <del className={classes.before}>{placeText(old, before)}</del>}
                {now && change !== 'removed' && <ins className={classes.after}>{placeText(now, after)}</ins>}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** An entry with its groups and position: `Units › Heroes, 2nd entry`. */
function placeText(node: Node, nodes: ReadonlyMap<string, Node>): string {
  const path = [node.label];
  for (let parent = nodes.get(node.parent_id); parent; parent = nodes.get(parent.parent_id)) path.unshift(parent.label);
  const siblings = [...nodes.values()].filter(({ parent_id }) => parent_id === node.parent_id);
  const index = siblings.filter(({ order }) => order < node.order).length + 1;
  return `${path.join(' › ')} (${index} of ${siblings.length})`;
}
