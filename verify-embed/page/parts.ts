interface Trial {
  module: string;
  /** How long a call may take, in milliseconds. */
  limit: number;
  /** How much longer to wait for a call that exceeds it, in milliseconds. */
  patience: number;
}

/** What a part returns to its host. */
interface Mounted {
  update: (props: object) => Promise<{ isDone?: unknown }>;
  unmount: () => Promise<void>;
}

/**
 * Run in the page: mounts all parts at once into elements of their own, without the user's session, updates and unmounts them. Returns the
 * problems; null if the module has no parts.
 */
export async function tryParts({ module, limit, patience }: Trial): Promise<string[] | null> {
  const exported = await import(/* @vite-ignore */ module);
  if (typeof exported.mountPart !== 'function') return null;
  const problems: string[] = [];
  const nonce = document.querySelector<HTMLElement>('[data-qm-style]')?.nonce;
  const getAccessToken = () => {
    throw new Error('verify-embed has no token');
  };
  const disposed: string[] = [];

  const settle = async <T>(what: string, call: () => Promise<T>): Promise<T | undefined> => {
    const start = performance.now();
    let timer = 0;
    const late = new Promise<never>((_, reject) => {
      timer = window.setTimeout(reject, patience, new Error(`did not settle within ${patience / 1000} seconds`));
    });
    try {
      const result = await Promise.race([call(), late]);
      const time = Math.round(performance.now() - start);
      if (time > limit) problems.push(`${what} took ${time} ms, more than ${limit} ms`);
      return result;
    } catch (error) {
      problems.push(`${what}: ${error}`);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };

  const tryPart = async (name: string) => {
    const slot = document.createElement('div');
    Object.assign(slot.style, { position: 'fixed', left: '-2000px', top: '0', width: '600px', height: '400px' });
    document.body.append(slot);
    const props = {
      domElement: slot,
      activeInstanceId: 1,
      templateId: 'verify-embed',
      id: 1,
      getAccessToken,
      onEvent: ({ type }: { type: string }) => type === 'disposed' && disposed.push(name),
      ...(nonce ? { nonce } : {}),
    };
    const part = await settle<Mounted>(`mountPart of ${name}`, () => exported.mountPart(name, props));
    if (part) {
      const updated = await settle(`update of ${name}`, () => part.update({ colorScheme: 'dark' }));
      if (updated?.isDone !== true) problems.push(`update of ${name} is refused: ${JSON.stringify(updated)}`);
      await settle(`unmount of ${name}`, () => part.unmount());
      if (!disposed.includes(name)) problems.push(`The part ${name} has not sent "disposed".`);
    }
    if (slot.childNodes.length > 0) problems.push(`After unmount the element of ${name} is not empty.`);
    slot.remove();
  };
  await Promise.all(['item-picker', 'item-card', 'item-form', 'list', 'diff', 'comments'].map(tryPart));
  return problems;
}
