/** When what happened, by the page's clock in milliseconds. */
export interface MountTimes {
  /** single-spa starts to unmount what was there, then to mount, and is done with both. */
  routing?: number;
  mounting?: number;
  settled?: number;
  /** The console's node is there, and something can be seen in it. */
  root?: number;
  shown?: number;
}

/** Run in the page: watches how the console is mounted or unmounted next; the watch ends with its `end`. */
export function watchMount(): { times: MountTimes; end: () => void } {
  const times: MountTimes = {};
  const note = (name: keyof MountTimes) => {
    times[name] ??= performance.now();
  };
  const look = () => {
    const root = document.querySelector('[data-qm-root]:not([data-qm-overlay])');
    if (!root) return;
    note('root');
    if ([...root.children].some((child) => child.localName !== 'style')) note('shown');
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  const routing = () => note('routing');
  const mounting = () => note('mounting');
  const settled = () => {
    if (times.routing !== undefined) note('settled');
  };
  window.addEventListener('single-spa:before-routing-event', routing);
  window.addEventListener('single-spa:before-mount-routing-event', mounting);
  window.addEventListener('single-spa:routing-event', settled);
  return {
    times,
    end() {
      observer.disconnect();
      window.removeEventListener('single-spa:before-routing-event', routing);
      window.removeEventListener('single-spa:before-mount-routing-event', mounting);
      window.removeEventListener('single-spa:routing-event', settled);
    },
  };
}
