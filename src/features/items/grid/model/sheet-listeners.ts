type Listener = () => void;

/** Listeners of a sheet: to every change, to the list of rows, and to single rows. */
export class SheetListeners {
  private readonly all = new Set<Listener>();
  private readonly list = new Set<Listener>();
  private readonly byRow = new Map<string, Set<Listener>>();
  private readonly revisions = new Map<string, number>();
  private readonly touched = new Set<string>();
  private isListTouched = false;

  /** Notes that a row has changed, until {@link notify} is called. */
  touch(key: string): void {
    this.revisions.set(key, this.revision(key) + 1);
    this.touched.add(key);
  }

  touchList(): void {
    this.isListTouched = true;
  }

  revision(key: string): number {
    return this.revisions.get(key) ?? 0;
  }

  notify(): void {
    const keys = [...this.touched];
    const isListTouched = this.isListTouched;
    this.touched.clear();
    this.isListTouched = false;
    for (const key of keys) for (const listener of this.byRow.get(key) ?? []) listener();
    if (isListTouched) for (const listener of this.list) listener();
    for (const listener of this.all) listener();
  }

  subscribe(listener: Listener): Listener {
    return subscribeTo(this.all, listener);
  }

  subscribeToList(listener: Listener): Listener {
    return subscribeTo(this.list, listener);
  }

  subscribeToRow(key: string, listener: Listener): Listener {
    const ofRow = this.byRow.get(key) ?? new Set();
    this.byRow.set(key, ofRow.add(listener));
    return () => {
      ofRow.delete(listener);
      if (ofRow.size === 0) this.byRow.delete(key);
    };
  }
}

function subscribeTo(set: Set<Listener>, listener: Listener): Listener {
  set.add(listener);
  return () => void set.delete(listener);
}
