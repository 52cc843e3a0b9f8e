import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { checkLimits } from '@quartermaster/contract/webhook-events.ts';
import { createPauses } from '../../core/base/pauses.ts';
import { itemExporter } from '../../core/files/export-item.ts';
import type { TemplateModel } from '../model/template-model.ts';

/** An item as it is about to be written. */
export interface AskedItem {
  model: TemplateModel;
  /** Null for a new item without an id. */
  id: number | null;
  label: string;
  values: ItemValues;
}

/** Items that are sent in one message, as JSON: with their content, and without it for the log. */
export interface AskedBatch {
  items: readonly AskedItem[];
  /** Undefined for a single item that is too large to be sent. */
  sent: string | undefined;
  logged: string;
}

/** Splits items into the messages that ask about them. */
export async function* checkBatches(items: readonly AskedItem[]): AsyncGenerator<AskedBatch> {
  const textOf = createWriter();
  const pause = createPauses();
  let [batch, texts, bytes]: [AskedItem[], string[], number] = [[], [], 0];
  const end = (): AskedBatch => {
    const sent = texts.map((text, index) => `{"index":${index},${text}}`).join();
    const ended = { items: batch, sent: `[${sent}]`, logged: withoutContent(batch) };
    [batch, texts, bytes] = [[], [], 0];
    return ended;
  };
  for (const item of items) {
    const text = textOf(item);
    const size = text === undefined ? Number.POSITIVE_INFINITY : Buffer.byteLength(text);
    if (batch.length > 0 && (batch.length === checkLimits.items || bytes + size > checkLimits.bytes)) yield end();
    if (text === undefined) yield { items: [item], sent: undefined, logged: withoutContent([item]) };
    else {
      batch.push(item);
      texts.push(text);
      bytes += size;
    }
    await pause();
  }
  if (batch.length > 0) yield end();
}

/** Creates the function that writes an item as members of a JSON object; undefined for one with too many bytes. */
function createWriter() {
  const exporters = new Map<TemplateModel, ReturnType<typeof itemExporter>>();
  return ({ model, id, label, values }: AskedItem): string | undefined => {
    const exporter = exporters.get(model) ?? itemExporter(model.tree);
    exporters.set(model, exporter);
    let text = `"template_id":${JSON.stringify(model.id)},"label":${JSON.stringify(label)},"item":`;
    for (const piece of exporter(id, values)) {
      text += piece;
      // Most characters are one byte.
      if (text.length > checkLimits.itemBytes) return undefined;
    }
    return text;
  };
}

const withoutContent = (items: readonly AskedItem[]): string =>
  JSON.stringify(items.map(({ model, id }, index) => ({ index, template_id: model.id, item: { id } })));
