/** A user's completed action, as reported to the host (`DoneEvent` of the host contract): names, ids and counts, no content. */
export type Done =
  | {
      type: 'saved';
      what: 'item' | 'items' | 'images' | 'template' | 'navigation';
      instanceId: number;
      templateId?: string;
      itemId?: number;
      isNew?: boolean;
      count: number;
    }
  | {
      type: 'synced';
      instanceId: number;
      syncId: number;
      scope: 'all' | 'selection' | 'review' | 'undo';
      counts?: { added: number; updated: number; removed: number; templates: number };
    }
  | { type: 'exported'; instanceId: number; reportId: number; templates: number };
