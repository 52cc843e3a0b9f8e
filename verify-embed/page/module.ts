/** The information exported by the console's module. */
export interface ModuleFacts {
  version: number;
  release?: unknown;
  missing: string[];
}

/** Run in the page: imports the module, which the page has loaded already. */
export async function moduleFacts(module: string): Promise<ModuleFacts> {
  const exported = await import(/* @vite-ignore */ module);
  const missing = ['bootstrap', 'mount', 'unmount', 'update'].filter((name) => typeof exported[name] !== 'function');
  return {
    version: exported.contract?.version,
    release: exported.contract?.release,
    missing: exported.contract ? missing : [...missing, 'contract'],
  };
}

interface Trial {
  module: string;
  /** How long a lifecycle may take, in milliseconds. */
  limit: number;
  /** How much longer to wait for a lifecycle that exceeds it, in milliseconds. */
  patience: number;
}

/**
 * Run in the page: mounts a second console into its own element, without the user's session, updates and unmounts it, and then one with an
 * invalid prop. Returns the problems.
 */
export async function tryLifecycles({
  module,
  limit,
  patience,
}: Trial): Promise<{ problems: string[]; notes: string[] }> {
  const problems: string[] = [];
  const notes: string[] = [];
  const lifecycles = await import(/* @vite-ignore */ module);
  const nonce = document.querySelector<HTMLElement>('[data-qm-style]')?.nonce;
  const slot = document.createElement('div');
  Object.assign(slot.style, { position: 'fixed', left: '-2000px', top: '0', width: '1000px', height: '600px' });
  document.body.append(slot);
  const events: { type: string }[] = [];
  const props = {
    name: 'verify-embed',
    domElement: slot,
    routing: 'memory',
    // Without a token it calls no API, and does not affect the session of the page's console.
    getAccessToken: () => {
      throw new Error('verify-embed has no token');
    },
    onEvent: (event: { type: string }) => events.push(event),
    ...(nonce ? { nonce } : {}),
  };

  const settle = async (name: string, props: object) => {
    const start = performance.now();
    let timer = 0;
    const late = new Promise<string>((resolve) => {
      timer = window.setTimeout(() => resolve(`did not settle within ${patience / 1000} seconds`), patience);
    });
    const done = Promise.resolve()
      .then(() => lifecycles[name](props))
      .then(
        () => '',
        (error: unknown) => `rejected: ${error}`,
      );
    const fault = await Promise.race([done, late]);
    clearTimeout(timer);
    const time = Math.round(performance.now() - start);
    if (fault) problems.push(`${name} ${fault}`);
    else if (time > limit) problems.push(`${name} took ${time} ms, more than ${limit} ms`);
    else notes.push(`${name}: ${time} ms`);
  };
  const until = async (condition: () => boolean) => {
    const end = performance.now() + patience;
    while (!condition() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
    return condition();
  };
  const has = (type: string) => events.some((event) => event.type === type);

  try {
    await settle('mount', props);
    if (!(await until(() => has('ready')))) problems.push('The event "ready" was not sent.');
    await settle('update', { ...props, colorScheme: 'dark' });
    await settle('unmount', props);
    if (!(await until(() => has('disposed')))) problems.push('The event "disposed" was not sent.');
    if (slot.childNodes.length > 0) problems.push('After unmount its element is not empty.');

    const wrong = { ...props, basename: 'no path' };
    await settle('mount', wrong);
    const isReported = () =>
      slot.querySelector('[data-qm-panel]')?.shadowRoot?.textContent?.includes('basename') ?? false;
    if (!(await until(isReported))) problems.push('A wrong prop ("basename") is not named in a panel.');
    if (!has('error')) problems.push('A wrong prop ("basename") is not reported as an "error" event.');
    await settle('unmount', wrong);
    if (slot.childNodes.length > 0) problems.push('After unmount the panel about a wrong prop is still there.');
  } finally {
    slot.remove();
  }
  return { problems, notes };
}
