import type { HostProps } from '../app/context/host-api.ts';
import { keepFocus } from './isolation/focus.ts';
import { createFrame, type Frame } from './isolation/frame.ts';
import { guardLeaving } from './isolation/leave-guard.ts';
import { watchPresses } from './isolation/presses.ts';
import { findParent, shadowProblem } from './props/find-parent.ts';
import { randomId } from './random-id.ts';

/**
 * The place of a mount in the host's page: its elements, and the isolation of focus, presses and navigation between
 * the two.
 */
export function createContainer(props: HostProps, name: string) {
  const { parent, isCreated, problem } = findParent(props, name);
  const insert = (frame: Frame) => {
    frame.insert(parent, props.portalParent);
    const nodes = [frame.root, frame.overlay];
    return { frame, focus: keepFocus(nodes), presses: watchPresses(nodes) };
  };
  let inserted = insert(createFrame(`qm-${randomId()}`, parent));
  const basename = props.basename?.replace(/\/+$/, '') || '/';
  const leaving = guardLeaving(basename);
  return {
    parent,
    problems: [problem, shadowProblem('portalParent', props.portalParent)].filter((one) => one !== undefined),
    basename,
    leaving,
    frame: () => inserted.frame,
    returnFocusAfterMount: () => inserted.focus.returnAfterMount(),
    /** Replaces the elements by those of an earlier mount. */
    replaceFrame: (frame: Frame) => {
      inserted.focus.end();
      inserted.presses.stop();
      inserted.frame.remove();
      inserted = insert(frame);
    },
    /** To be called before the console is unmounted; the returned functions, after it. */
    end: () => {
      const { frame, focus, presses } = inserted;
      leaving.stop();
      presses.cancel();
      return {
        returnFocus: focus.end(),
        remove: () => {
          presses.stop();
          frame.remove();
          if (isCreated) parent.remove();
        },
      };
    },
  };
}
