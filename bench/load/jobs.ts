import { randomUUID } from 'node:crypto';
import { fieldStatus, type ItemFieldChange } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { bonusRows, categories, largestLevel, largestPrice, partsCount, rarities } from '../support/content/content.ts';

/** The requests of a round, the same for both sides. */
export type Job =
  | { kind: 'page'; instanceId: number; templateId: string }
  | {
      kind: 'search';
      instanceId: number;
      templateId: string;
      field: string;
      texts: string[];
      sort?: string | undefined;
    }
  | { kind: 'readAll'; instanceId: number; templateId: string }
  // `table` distinguishes saves to other tables, whose items have other versions.
  | {
      kind: 'save';
      instanceId: number;
      templateId: string;
      firstId: number;
      items: number;
      /** The version of all items before the first round; 1 if omitted. */
      version?: number;
      table?: 'typed';
    }
  | { kind: 'saveMany'; instanceId: number; templateId: string; items: number }
  | { kind: 'image'; instanceId: number; bytes: number }
  | { kind: 'bytes'; bytes: number }
  | { kind: 'get'; path: string };

export interface Request {
  path: string;
  /** None for a GET. */
  body?: string;
  /** Called with the response if the next request depends on it. */
  answered?: (body: string) => void;
}

type Random = () => number;
/** Creates the requests of one of several connections. */
export type Requests = (random: Random, connection: number, connections: number) => Request;

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const upTo = (random: Random, largest: number) => Math.floor(random() * (largest + 1));

/** These functions stay in the process, as they remember the versions of the items that they have saved. */
const makers: { [K in Job['kind']]: (job: Extract<Job, { kind: K }>) => Requests } = {
  page: ({ instanceId, templateId }) => {
    const path = `/v1/editor/${instanceId}/items/${templateId}`;
    return (random) => ({
      path,
      body: JSON.stringify({
        filters: [
          { template_field_id: 'category', op: filterOps.equal, value: pick(random, categories) },
          { template_field_id: 'level', op: filterOps.moreOrEqual, value: String(upTo(random, largestLevel / 2)) },
        ],
        sort: { field: 'price', direction: pick(random, ['asc', 'desc']) },
        limit: 25,
      }),
    });
  },
  search: ({ instanceId, templateId, field, texts, sort }) => {
    const path = `/v1/editor/${instanceId}/items/${templateId}`;
    return (random) => ({
      path,
      body: JSON.stringify({
        filters: [{ template_field_id: field, op: filterOps.contains, value: pick(random, texts) }],
        ...(sort && { sort: { field: sort, direction: 'asc' } }),
        limit: 25,
      }),
    });
  },
  readAll: ({ instanceId, templateId }) => {
    const request = { path: `/v1/editor/${instanceId}/items/${templateId}`, body: '{}' };
    return () => request;
  },
  save: ({ instanceId, templateId, firstId, items, version = 1 }) => {
    const path = `/v1/editor/${instanceId}/items`;
    const versions = new Map<number, number>();
    return (random, connection, connections) => {
      const share = Math.floor(items / connections);
      const id = firstId + connection * share + upTo(random, share - 1);
      const body = {
        id,
        version: versions.get(id) ?? version,
        template_id: templateId,
        internal_label: `Saved ${upTo(random, 1e9)}`,
        fields: [
          change('name', 'text', `Name ${upTo(random, 1e9)}`),
          change('price', 'integer', upTo(random, largestPrice)),
          change('power', 'float', upTo(random, 100_000) / 100),
          change('made_of', 'item-link', 1 + upTo(random, partsCount - 1)),
        ],
      };
      return {
        path,
        body: JSON.stringify(body),
        answered: (answer) => versions.set(id, (JSON.parse(answer) as { version: number }).version),
      };
    };
  },
  saveMany: ({ instanceId, templateId, items }) => {
    const path = `/v1/editor/${instanceId}/items/batch`;
    return (random) => ({
      path,
      body: JSON.stringify({ items: Array.from({ length: items }, () => newItem(random, templateId)) }),
    });
  },
  image: ({ instanceId, bytes }) => {
    const path = `/v1/editor/${instanceId}/items`;
    const picture = varied(pngOf(bytes).toString('base64'));
    const { id, fieldId } = imageTemplate;
    return (random) => ({
      path,
      body: JSON.stringify({
        template_id: id,
        internal_label: `Picture ${upTo(random, 1e9)}`,
        idempotency_key: randomUUID(),
        fields: [change(fieldId, 'image', picture(random), fieldStatus.added)],
      }),
    });
  },
  bytes: ({ bytes }) => {
    const content = varied('b'.repeat(bytes));
    return (random) => ({ path: '/v1/bytes', body: content(random) });
  },
  get: ({ path }) => {
    const request = { path };
    return () => request;
  },
};

/** A PNG of that size; its pixels are never decoded. */
function pngOf(bytes: number): Buffer {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const size = Buffer.from([0, 0, 1, 0, 0, 0, 1, 0, 8, 2, 0, 0, 0]);
  const frame = [signature, chunk('IHDR', size), chunk('IDAT', Buffer.alloc(0)), chunk('IEND', Buffer.alloc(0))];
  const data = Buffer.alloc(bytes - Buffer.concat(frame).length, 'pixels');
  return Buffer.concat([...frame.slice(0, 2), chunk('IDAT', data), ...frame.slice(3)]);
}

/** A text with 12 random characters in the middle. */
function varied(text: string): (random: Random) => string {
  const at = Math.floor(text.length / 8) * 4;
  const [before, after] = [text.slice(0, at), text.slice(at + 12)];
  return (random) => `${before}${String(upTo(random, 999_999_999_999)).padStart(12, '0')}${after}`;
}

/** A changed value of a field. */
export const change = (
  id: string,
  type: ItemFieldChange['template_field_type'],
  value: string | number,
  status: 1 | 2 = fieldStatus.updated,
): ItemFieldChange => ({
  id,
  template_field_id: id,
  template_field_type: type,
  template_group_id: null,
  template_group_path: null,
  value,
  status,
});

/** A new item with random values. */
export function newItem(random: Random, templateId: string) {
  const added = (id: string, type: ItemFieldChange['template_field_type'], value: string | number) =>
    change(id, type, value, fieldStatus.added);
  const rows = Array.from({ length: bonusRows }, (_, row): ItemFieldChange[] => {
    const place = { template_group_id: 'bonuses', template_group_path: [row], status: fieldStatus.added };
    return [
      {
        ...place,
        id: `bonuses.${row}.row`,
        template_field_id: 'bonuses',
        template_field_type: 'dynamic-group-row',
        value: null,
      },
      {
        ...place,
        id: `stat.${row}`,
        template_field_id: 'stat',
        template_field_type: 'text',
        value: pick(random, ['strength', 'agility', 'armor', 'luck']),
      },
      {
        ...place,
        id: `amount.${row}`,
        template_field_id: 'amount',
        template_field_type: 'float',
        value: upTo(random, 10_000) / 100,
      },
    ];
  });
  const name = `${pick(random, rarities)} ${upTo(random, 1e9)}`;
  return {
    template_id: templateId,
    internal_label: name,
    fields: [
      added('name', 'text', name),
      added(
        'description',
        'text',
        `${name}, forged under the mountain by smiths of an age that nobody remembers, and worth more than its weight`,
      ),
      added('category', 'text', pick(random, categories)),
      added('rarity', 'text', pick(random, rarities)),
      added('level', 'integer', upTo(random, largestLevel)),
      added('price', 'integer', upTo(random, largestPrice)),
      added('power', 'float', upTo(random, 100_000) / 100),
      added('weight', 'float', upTo(random, 5_000) / 100),
      { ...added('tradable', 'boolean', 0), value: random() < 0.5 },
      added('made_of', 'item-link', 1 + upTo(random, partsCount - 1)),
      ...rows.flat(),
    ],
  };
}

const made = new Map<string, Requests>();

/** The requests of a job. */
export function requestsOf(job: Job): Requests {
  const name = JSON.stringify(job);
  const requests = made.get(name) ?? (makers[job.kind] as (job: Job) => Requests)(job);
  made.set(name, requests);
  return requests;
}
