import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';

/** Collects ids of linked items by their template; what is no id is passed over. */
export class LinkedIds {
  private readonly byTemplate = new Map<string, Set<number>>();

  add(settings: FieldSettings | undefined, value: unknown): void {
    if (!settings || !('templateId' in settings)) return;
    for (const id of Array.isArray(value) ? value : [value]) {
      if (!isItemId(id)) continue;
      const known = this.byTemplate.get(settings.templateId) ?? new Set();
      this.byTemplate.set(settings.templateId, known.add(id));
    }
  }

  lists(): Map<string, number[]> {
    return new Map([...this.byTemplate].map(([templateId, ids]) => [templateId, [...ids]]));
  }
}
