import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { cmykImage, turnedImage, unusualJpeg } from '@quartermaster/contract/content/image-metadata.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { imageKey } from '../../server/core/files/image-key.ts';
import { shows } from '../specification/shows.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { imageBody } from '../support/image-body.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const png = drawPortrait('QM', [10, 20, 30]);
/** A JPEG of one pixel. */
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AR//Z',
  'base64',
);

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const send = (value: string | null, over: Partial<SaveItem> = {}, as: 'owner' | 'free' = 'owner') => {
  const instanceId = as === 'free' ? server.studio.free.dev : server.studio.dev;
  return server.send(items.save, { params: { instanceId }, body: imageBody(value, over) }, { as });
};

const values = () =>
  server.app.deps.database.query<{ path: string }>(
    `select "values"->>'${imageTemplate.fieldId}' as path from items`,
    [],
  );

const wrongOf = ({ status, body: answer }: { status: number; body: unknown }) => [
  status,
  (answer as { fields?: object }).fields,
];
const wrongKind = [422, { 'fields.image-img': 'Please upload a file of image type (JPG, PNG)' }];

/** The image with another size in its header. */
const pngOf = (width: number, height: number) => {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const jpegOf = (width: number, height: number) => {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
};
/** A JPEG with a second frame of another size. */
const twoFrames = (width: number, height: number) => {
  const start = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const end = start + 2 + jpeg.readUInt16BE(start + 2);
  return Buffer.concat([jpeg.subarray(0, end), jpegOf(width, height).subarray(start)]);
};
/** The same with another type of frame. */
const progressive = Buffer.from(jpeg);
progressive[progressive.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc2;

/** A JPEG or PNG with other segments or chunks after its start, and bytes after its end. */
const withParts = (parts: readonly Buffer[], after = '') =>
  Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2), Buffer.from(after)]);
const segment = (marker: number, content: Buffer | string) => {
  const bytes = Buffer.from(content as string, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
};
/** EXIF data with an orientation, in either order of bytes. */
const exif = (orientation: number, isLittle = false) => {
  const bytes = Buffer.alloc(26);
  bytes.write(isLittle ? 'II' : 'MM', 'latin1');
  const write = (value: number, at: number, size: number) =>
    isLittle ? bytes.writeUIntLE(value, at, size) : bytes.writeUIntBE(value, at, size);
  write(42, 2, 2);
  write(8, 4, 4);
  write(1, 8, 2);
  write(0x0112, 10, 2);
  write(3, 12, 2);
  write(1, 14, 4);
  write(orientation, 18, 2);
  return bytes;
};
const jpegExif = (orientation: number, isLittle = false) =>
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(orientation, isLittle)]));
const chunk = (type: string, content: Buffer) => {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(type, 4, 'latin1');
  content.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length);
  return bytes;
};
const pngWith = (...chunks: Buffer[]) => Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
/** The JPEG with four colours in its frame. */
const cmyk = Buffer.from(jpeg);
cmyk[cmyk.indexOf(Buffer.from([0xff, 0xc0])) + 9] = 4;

/** The JPEG with another byte of its frame. */
const withFrame = (place: number, value: number) => {
  const bytes = Buffer.from(jpeg);
  bytes[bytes.indexOf(Buffer.from([0xff, 0xc0])) + place] = value;
  return bytes;
};
/** The JPEG with a second scan, and segments before that. */
const twoScans = (...parts: readonly Buffer[]) => {
  const [start, end] = [jpeg.indexOf(Buffer.from([0xff, 0xda])), jpeg.length - 2];
  return Buffer.concat([jpeg.subarray(0, end), ...parts, jpeg.subarray(start)]);
};

describe('an image that engines do not show as it is', () => {
  it.each([
    ['a JPEG in CMYK', cmyk, cmykImage],
    ['a JPEG with 12 bits a colour', withFrame(4, 12), unusualJpeg],
    ['a JPEG without loss', withFrame(1, 0xc3), unusualJpeg],
    ['an arithmetic JPEG', withFrame(1, 0xc9), unusualJpeg],
    ['a JPEG that its metadata turns', withParts([jpegExif(6)]), turnedImage],
    ['the same from a camera of the other order of bytes', withParts([jpegExif(3, true)]), turnedImage],
    ['a PNG that its metadata turns', pngWith(chunk('eXIf', exif(8))), turnedImage],
  ])('is refused: %s', async (_, bytes, message) => {
    shows('4.images.engines');
    expect(wrongOf(await send(bytes.toString('base64')))).toEqual([422, { 'fields.image-img': message }]);
  });

  it.each([
    [
      'a JPEG',
      withParts(
        [jpegExif(1), segment(0xed, 'IPTC'), segment(0xfe, 'a place'), segment(0xe2, 'MPF\0')],
        'another picture',
      ),
      jpeg,
    ],
    ['a JPEG with EXIF between its scans', twoScans(jpegExif(1)), twoScans()],
    ['a JPEG with a small picture', withParts([segment(0xe0, 'JFXX\0'), segment(0xee, 'a place')]), jpeg],
    ['a PNG with a chunk of a program', pngWith(chunk('prVW', Buffer.from('a picture'))), png],
    ['a PNG', pngWith(chunk('eXIf', exif(1)), chunk('tEXt', Buffer.from('Author\0A'))), png],
    [
      'a JPEG with a colour profile',
      withParts([segment(0xe2, 'ICC_PROFILE\0..')]),
      withParts([segment(0xe2, 'ICC_PROFILE\0..')]),
    ],
  ])('is stored without its metadata: %s', async (_, bytes, stored) => {
    shows('4.images.metadata');
    expect((await send(bytes.toString('base64'))).status).toBe(200);
    const [{ path = '' } = {}] = await values();
    const hash = createHash('sha256').update(stored).digest('hex');
    expect(path.slice(0, 64)).toBe(hash);
  });
});

describe('an image', () => {
  it.each([
    ['PNG of 16,385 × 1', pngOf(16_385, 1)],
    ['PNG of 1 × 4,294,967,295', pngOf(1, 4_294_967_295)],
    ['PNG of 8,001 × 8,000', pngOf(8001, 8000)],
    ['JPEG of 16,385 × 1', jpegOf(16_385, 1)],
    ['JPEG of 65,535 × 65,535', jpegOf(65_535, 65_535)],
    ['JPEG whose second frame is of 8,001 × 8,000', twoFrames(8001, 8000)],
  ])('that claims more pixels than can be rendered is rejected: %s', async (_, bytes) => {
    const message = 'Please upload an image of at most 16,384 pixels a side and 64 megapixels';
    expect(wrongOf(await send(bytes.toString('base64')))).toEqual([422, { 'fields.image-img': message }]);
    expect(await values()).toEqual([]);
  });

  it.each([
    ['PNG of 16,384 × 3,906', pngOf(16_384, 3906)],
    ['PNG of 8,000 × 8,000', pngOf(8000, 8000)],
    ['JPEG of 8,000 × 8,000', jpegOf(8000, 8000)],
  ])('at the limit is accepted: %s', async (_, bytes) => {
    expect((await send(bytes.toString('base64'))).status).toBe(200);
  });

  it.each([
    ['png', png],
    ['jpg', jpeg],
    ['jpg', progressive],
  ])('is stored under the hash of its bytes, and its value is the path: %s', async (kind, bytes) => {
    shows('2.5.image.jpeg', '2.5.image.png');
    expect((await send(bytes.toString('base64'))).status).toBe(200);
    const [row] = await values();
    expect(row?.path).toMatch(new RegExp(`^[0-9a-f]{64}\\.${kind}$`));
    const stored = await server.app.deps.files.get(imageKey(server.studio.projectId, row?.path ?? ''));
    expect(Buffer.concat(await stored.toArray())).toEqual(bytes);
    const rows = await server.app.deps.database.query('select instance_id, path, bytes from images', []);
    expect(rows).toEqual([{ instance_id: server.studio.dev, path: row?.path, bytes: bytes.length }]);
  });

  it('becomes an item of the image template, each upload another one', async () => {
    shows('3.calls.image-template.items');
    const uploads = [
      ['First', png],
      ['The same again', png],
      ['Second', jpeg],
    ] as const;
    for (const [internal_label, bytes] of uploads)
      expect((await send(bytes.toString('base64'), { internal_label })).status).toBe(200);
    const params = { instanceId: server.studio.dev, templateId: imageTemplate.id };
    const { items: list } = await server.call(items.list, { params, body: {} }, { as: 'owner' });
    const path = (bytes: Buffer, kind: string) => `${createHash('sha256').update(bytes).digest('hex')}.${kind}`;
    expect(list.map(({ internal_label, values }) => [internal_label, values[imageTemplate.fieldId]])).toEqual([
      ['First', path(png, 'png')],
      ['The same again', path(png, 'png')],
      ['Second', path(jpeg, 'jpg')],
    ]);
  });

  it('is returned with the id of its stored file', async () => {
    shows('2.3.item-field.upload-id');
    const { body: saved } = await send(png.toString('base64'));
    const { id } = saved as { id: number };
    const params = { instanceId: server.studio.dev, templateId: imageTemplate.id, id };
    const { item } = await server.call(items.get, { params }, { as: 'owner' });
    const hash = createHash('sha256').update(png).digest('hex');
    expect(item.fields).toEqual([expect.objectContaining({ value: `${hash}.png`, upload_id: hash })]);
  });

  it('can be referenced by its path if the instance has it, and not otherwise', async () => {
    await send(png.toString('base64'));
    const [row] = await values();
    expect((await send(row?.path ?? '')).status).toBe(200);
    expect(wrongOf(await send(`${'0'.repeat(64)}.png`))).toEqual([
      422,
      { 'fields.image-img': 'there is no such image' },
    ]);
    expect(wrongOf(await send(row?.path ?? '', {}, 'free'))).toEqual([
      422,
      { 'fields.image-img': 'there is no such image' },
    ]);
  });

  it.each([
    ['a text', Buffer.from('hello')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['one byte', Buffer.from([0x89])],
    ['compressed bytes', deflateSync(Buffer.alloc(100))],
  ])('is rejected if it is not an image: %s', async (_, bytes) => {
    expect(wrongOf(await send(bytes.toString('base64')))).toEqual(wrongKind);
    expect(await values()).toEqual([]);
  });

  it.each([
    ['a truncated PNG', png.subarray(0, -8)],
    ['a PNG with trailing bytes', Buffer.concat([png, Buffer.from('<script>')])],
    ['the start of a PNG', png.subarray(0, 60)],
    ['a truncated JPEG', jpeg.subarray(0, -2)],
    ['a JPEG cut off before its scan', jpeg.subarray(0, 100)],
    [
      'an HTML page after the signature of a PNG',
      Buffer.concat([png.subarray(0, 8), Buffer.from('<script>alert(1)</script>'.repeat(4))]),
    ],
  ])('is rejected as damaged if it only begins like an image: %s', async (_, bytes) => {
    expect(wrongOf(await send(bytes.toString('base64')))).toEqual([
      422,
      { 'fields.image-img': 'This image is damaged or incomplete. Please export it again, or upload its original' },
    ]);
    expect(await values()).toEqual([]);
  });

  it.each([
    'data:image/png;base64,AAAA',
    'not base64!',
    'AAA',
    '../../etc/passwd.png',
    `${'0'.repeat(64)}.gif`,
    'iVBORw0_',
    'iVBO Rw0',
    'iVBORw0==',
  ])('is rejected if it is not base64: %s', async (value) => {
    expect(wrongOf(await send(value))).toEqual(wrongKind);
  });

  it('of no bytes is missing', async () => {
    expect(wrongOf(await send(''))).toEqual([422, { 'fields.image-img': 'required field' }]);
  });

  it('of few bytes that claims to be enormous is rejected without being decoded', async () => {
    const rows = deflateSync(Buffer.alloc(30_000 * 40));
    const chunk = Buffer.alloc(12 + rows.length);
    chunk.writeUInt32BE(rows.length, 0);
    chunk.write('IDAT', 4, 'latin1');
    rows.copy(chunk, 8);
    const bomb = Buffer.concat([pngOf(30_000, 30_000).subarray(0, 33), chunk, png.subarray(-12)]);
    expect(bomb.length).toBeLessThan(10_000);
    const message = 'Please upload an image of at most 16,384 pixels a side and 64 megapixels';
    expect(wrongOf(await send(bomb.toString('base64')))).toEqual([422, { 'fields.image-img': message }]);
  });

  it('of 100 MB is rejected, with a message', async () => {
    const answer = await send('A'.repeat((100 * 1024 * 1024 * 4) / 3));
    expect(answer).toMatchObject({ status: 413, body: { message: expect.stringMatching(/large|big|most/i) } });
    expect(await values()).toEqual([]);
  });

  it('is limited to the plan’s size', async () => {
    shows(
      '1.9.image.free',
      '1.9.image.teams',
      '3.plans.image.free',
      '3.plans.image.teams',
      '3.settled.image-size.free',
      '3.settled.image-size.teams',
    );
    const padded = (size: number) => {
      const chunk = Buffer.alloc(12 + size - png.length - 12);
      chunk.writeUInt32BE(chunk.length - 12, 0);
      chunk.write('teXt', 4, 'latin1');
      return Buffer.concat([png.subarray(0, -12), chunk, png.subarray(-12)]).toString('base64');
    };
    const megabyte = 1024 * 1024;
    expect((await send(padded(megabyte), {}, 'free')).status).toBe(200);
    expect(wrongOf(await send(padded(megabyte + 1), {}, 'free'))).toEqual([
      422,
      { 'fields.image-img': 'Please upload an image smaller than 1MB' },
    ]);
    expect((await send(padded(4 * megabyte))).status).toBe(200);
    expect(wrongOf(await send(padded(4 * megabyte + 1)))).toEqual([
      422,
      { 'fields.image-img': 'Please upload an image smaller than 4MB' },
    ]);
  });

  it('is not stored if the plan’s item limit is reached', async () => {
    const { database, files } = server.app.deps;
    const { dev, projectId } = server.studio.free;
    const fill =
      'update item_counts set items = $2 where template_key in (select key from templates where instance_id = $1)';
    await database.query(fill, [dev, 800]);
    // A separate server, because test files share their files.
    const own = drawPortrait('FL', [40, 50, 60]);
    const path = `${createHash('sha256').update(own).digest('hex')}.png`;
    const answer = await send(own.toString('base64'), {}, 'free');
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([402, 'item_limit']);
    expect(await files.exists(imageKey(projectId, path))).toBe(false);
    await database.query(fill, [dev, 799]);
    expect((await send(own.toString('base64'), {}, 'free')).status).toBe(200);
    expect(await files.exists(imageKey(projectId, path))).toBe(true);
  });

  it('is required by the image template', async () => {
    shows('2.3.settings.image-required');
    expect(wrongOf(await send(null))).toEqual([422, { 'fields.image-img': 'required field' }]);
  });
});
