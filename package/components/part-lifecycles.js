// @ts-check
import { load } from './keep-mounted.js';

/** @import { Lifecycles, LoadedModule, Mounted, Source, Wanted } from './keep-mounted.d.ts' */

/** What an update of each part can change. */
const updatedOf = {
  'item-picker': ['templateId', 'value', 'label'],
  'item-form': [],
  list: ['templateId', 'query'],
  'item-card': ['templateId', 'id', 'fields'],
  diff: ['templateId', 'id', 'versions'],
  comments: ['templateId', 'id', 'threadId'],
};

/**
 * What shows a part in an element as `keepMounted` shows the console.
 * @param {Source} src
 * @param {keyof updatedOf} name
 * @param {(part: Mounted | null) => void} onPart - called with the mounted part, and with `null` before it is unmounted
 * @returns {Pick<Wanted, 'src' | 'updated'>}
 */
export function partOf(src, name, onPart) {
  return {
    src: async () => toLifecycles(await load(src), name, onPart),
    updated: ['colorScheme', 'theme', ...(updatedOf[name] ?? [])],
  };
}

/**
 * @param {LoadedModule} module
 * @param {string} name
 * @param {(part: Mounted | null) => void} onPart
 * @returns {Lifecycles}
 */
function toLifecycles(module, name, onPart) {
  /** @type {Mounted | null} */
  let part = null;
  return {
    mount: async (props) => {
      if (!module.mountPart) throw new Error('This release of Quartermaster has no parts.');
      part = await module.mountPart(name, props);
      onPart(part);
    },
    update: async (props) => {
      // What the host does not give stays as it is, such as what was picked.
      await part?.update(Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)));
    },
    unmount: async () => {
      const left = part;
      part = null;
      onPart(null);
      await left?.unmount();
    },
  };
}
