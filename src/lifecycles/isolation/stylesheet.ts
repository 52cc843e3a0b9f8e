/** A reference to the stylesheet, which is removed when the last one is released. */
export interface StylesheetLease {
  /** Rejects if the stylesheet cannot be loaded; a new reference retries. */
  ready: Promise<void>;
  release: () => void;
}

/** The stylesheet shared by all mounts of this module. */
export interface Stylesheet {
  hold: (nonce?: string) => StylesheetLease;
}

interface Entry {
  link: HTMLLinkElement;
  ready: Promise<void>;
  holds: number;
}

/**
 * Adds a `<link>` to the head while it is referenced: the only node that mounts share. With its hash, an error page that a proxy sends
 * instead of it fails to load.
 */
export function createStylesheet(href: string, integrity: string): Stylesheet {
  let current: Entry | null = null;

  const drop = (entry: Entry) => {
    entry.link.remove();
    if (current === entry) current = null;
  };

  const add = (nonce?: string): Entry => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = 'anonymous';
    link.integrity = integrity;
    link.href = href;
    link.dataset.qmStyle = '';
    if (nonce) link.nonce = nonce;
    const ready = new Promise<void>((resolve, reject) => {
      link.onload = () => resolve();
      link.onerror = () => {
        drop(entry);
        reject(new Error(`The stylesheet ${href} could not be loaded.`));
      };
    });
    const entry: Entry = { link, ready, holds: 0 };
    document.head.append(link);
    return entry;
  };

  return {
    hold(nonce) {
      current ??= add(nonce);
      const entry = current;
      entry.holds += 1;
      let isReferenced = true;
      return {
        ready: entry.ready,
        release() {
          if (!isReferenced) return;
          isReferenced = false;
          entry.holds -= 1;
          if (entry.holds === 0) drop(entry);
        },
      };
    },
  };
}

/** For the development server, which injects styles itself. */
export const noStylesheet: Stylesheet = { hold: () => ({ ready: Promise.resolve(), release: () => undefined }) };
