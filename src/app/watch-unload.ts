/** Makes the browser ask before the tab is closed; listens only while there are unsaved changes. */
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
