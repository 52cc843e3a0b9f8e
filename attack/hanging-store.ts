import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { Attack } from './support/attack.ts';
import type { Client } from './support/client.ts';
import { oneText, storeTemplate } from './support/content.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';

const [saves, limit] = [8, 60_000];
const templateId = 'stories';

/** An S3 that accepts connections and does not answer. */
export const hangingStore: Attack = {
  says: `the file store does not answer while ${saves} images are saved`,
  on: ['embedded', 'postgres'],
  surroundings: async () => {
    const silent = await startTcpProxy();
    return {
      env: {
        S3_BUCKET: 'attack',
        S3_ENDPOINT: `http://127.0.0.1:${silent.port}`,
        S3_ACCESS_KEY_ID: 'attack',
        S3_SECRET_ACCESS_KEY: 'attack',
        S3_FORCE_PATH_STYLE: '1',
      },
      close: silent.close,
    };
  },
  prepare: async (database, { instanceId }) => {
    await storeTemplate(database, instanceId, templateId, oneText);
  },
  run: async ({ owners: [owner], instanceId }) => {
    if (!owner) return ['There is no session.'];
    const problems = new Set<string>();
    const images = Array.from({ length: saves }, () => saveImage(owner, instanceId));
    for (let other = 0; other < 20; other += 1) {
      const body = { template_id: templateId, internal_label: `Other ${other}`, fields: [] };
      const { status, took } = await owner.ask(items.save, { params: { instanceId }, body });
      if (status !== 200 || took > 5000)
        problems.add(`A save without a file answered ${status} after ${Math.round(took)} ms.`);
    }
    for (const { status, retryAfter, text } of await Promise.all(images)) {
      if (status !== 503)
        problems.add(
          `A save with an image answered ${status || 'nothing'} within ${limit / 1000} s: ${text.slice(0, 100)}`,
        );
      else if (retryAfter === null) problems.add('A 503 came without Retry-After.');
    }
    return [...problems];
  },
};

function saveImage(owner: Client, instanceId: number) {
  return owner.ask(
    items.save,
    {
      params: { instanceId },
      body: {
        template_id: imageTemplate.id,
        internal_label: 'Picture',
        fields: [
          {
            id: imageTemplate.fieldId,
            template_field_id: imageTemplate.fieldId,
            template_field_type: 'image',
            template_group_id: null,
            template_group_path: null,
            value: png().toString('base64'),
            upload_id: null,
            status: 1,
          },
        ],
      },
    },
    limit,
  );
}

/** An image of one pixel in a unique colour. */
function png(): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const dot = Buffer.concat([Buffer.from([0]), randomBytes(3)]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(dot)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
