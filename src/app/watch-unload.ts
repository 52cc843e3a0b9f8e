/** Has the browser ask before the tab is closed, but listens only while there is something to lose. */
export function watchUnload(target: Window): { set: (isDirty: boolean) => void } {
  let isWatching = false;
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  return {
    set: (isDirty) => {
      if (isDirty === isWatching) return;
      isWatching = isDirty;
      if (isDirty) target.addEventListener('beforeunload', ask);
      else target.removeEventListener('beforeunload', ask);
    },
  };
}
