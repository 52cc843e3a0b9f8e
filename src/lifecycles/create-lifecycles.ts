import type { Quartermaster } from '../app/context/host-api.ts';
import type { PartName } from '../app/context/part.ts';
import { createKeptConsoles } from './cached-console.ts';
import { createMount, type Dependencies, defaultName, type Mount } from './mount.ts';
import { createMountPart } from './mount-part.ts';
import { readHostProps } from './props/read-props.ts';

/** The lifecycle functions for single-spa or other hosts, and the one for parts. */
export interface Lifecycles {
  bootstrap: (props?: unknown) => Promise<void>;
  mount: (props: unknown) => Promise<void>;
  update: (props: unknown) => Promise<void>;
  unmount: (props: unknown) => Promise<void>;
  unload: (props?: unknown) => Promise<void>;
  mountPart: Quartermaster['mountPart'];
}

/** Creates lifecycles that always resolve. A mount is identified by its name and, if given, its element. */
export function createLifecycles(dependencies: Dependencies): Lifecycles {
  const mounts = new Set<Mount>();
  const consoles = createKeptConsoles();

  const find = (props: unknown): Mount | undefined => {
    const { name = defaultName, domElement } = readHostProps(props).props;
    return [...mounts].findLast((mount) => mount.name === name && (!domElement || mount.parent === domElement));
  };

  const end = async (mount: Mount | undefined) => {
    if (!mount) return;
    mounts.delete(mount);
    await mount.end();
  };

  return {
    /** Preloads without blocking; what fails to load is retried at mount. */
    async bootstrap(props) {
      const { nonce } = readHostProps(props).props;
      if (!dependencies.removedRelease) dependencies.loadConsole(nonce).catch(() => undefined);
    },
    async mount(props) {
      const mount = createMount(props, dependencies, consoles);
      const before = [...mounts].find((other) => other.name === mount.name && other.parent === mount.parent);
      mounts.add(mount);
      await end(before);
      await mount.start();
    },
    update: async (props) => find(props)?.update(props),
    unmount: (props) => end(find(props)),
    mountPart: createMountPart(async (hostProps, values) => {
      const mount = createMount(hostProps, withPartCode(dependencies, values.part?.name), consoles, values);
      await mount.start();
      return mount;
    }),
    async unload(props) {
      const { name = defaultName } = readHostProps(props).props;
      consoles.discard(name);
    },
  };
}

/** Loads the code of a part next to that of the console, unless the mount is refused before. */
function withPartCode(dependencies: Dependencies, part: PartName | undefined): Dependencies {
  if (part !== 'item-picker' && part !== 'item-card' && part !== 'diff') return dependencies;
  return {
    ...dependencies,
    loadConsole: (nonce) => {
      const loading = dependencies.loadConsole(nonce);
      void dependencies.loadPartCode?.();
      return loading;
    },
  };
}
