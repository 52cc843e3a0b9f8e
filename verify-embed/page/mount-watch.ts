/** The times of a mount, by the page's clock in milliseconds. */
export interface MountTimes {
  /** single-spa starts to unmount the previous application, then to mount, and has finished both. */
  routing?: number;
  mounting?: number;
  settled?: number;
  /** The console's node exists and has visible content. */
  root?: number;
  visible?: number;
}

/** Run in the page: records the next mount or unmount of the console; the recording ends with its `end`. */
export function watchMount(): { times: MountTimes; end: () => void } {
  const times: MountTimes = {};
  const note = (name: keyof MountTimes) => {
    times[name] ??= performance.now();
  };
  const look = () => {
    const root = document.querySelector('[data-qm-root]:not([data-qm-overlay])');
    if (!root) return;
    note('root');
    if ([...root.children].some((child) => child.localName !== 'style')) note('visible');
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
