import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { Job } from './load/jobs.ts';
import type { Bench } from './support/bench.ts';
import { withClient } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

const { id, label, fieldId } = imageTemplate;
const images = 500;
const bytes = 200_000;
const connections = 3;

/** The reserved template, which the instance of the benchmarks does not have. */
const makeTemplate = `insert into templates (instance_id, id, label, version, fields, next_field_key, created_at, updated_at)
  values ($1, $2, $3, 1, $4, 2, now(), now())`;

const fieldsText = () => {
  const at = new Date().toISOString();
  const settings = { type: 'image', label: 'Image', name: 'image', required: true };
  return JSON.stringify([{ id: fieldId, key: 1, settings, parentId: null, order: 0, created_at: at, updated_at: at }]);
};

/** Creating 500 images three at a time, as the bulk upload does, compared with storing the same number of bytes. */
export async function uploadImages({ content, databaseUrl, load, product, floor }: Bench): Promise<Figure[]> {
  await withClient(databaseUrl, (client) => client.query(makeTemplate, [content.instanceId, id, label, fieldsText()]));
  const limits = { connections, requests: Math.ceil(images / connections), seconds: 600 };
  const image: Job = { kind: 'image', instanceId: content.instanceId, bytes };
  const sides = [() => load.round(product, image, limits), () => load.round(floor, { kind: 'bytes', bytes }, limits)];
  await alternate(1, sides);
  const [ours = [], floors = []] = await alternate(3, sides);
  const rate = (measured: typeof ours) => median(measured.map(({ latencies, seconds }) => latencies.length / seconds));
  return [
    {
      goal: 'images',
      name: `creating ${images} images of ${bytes / 1000} kB, ${connections} at a time`,
      unit: 'images/s',
      product: rate(ours),
      floor: rate(floors),
    },
  ];
}
