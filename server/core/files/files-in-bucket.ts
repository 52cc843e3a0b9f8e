import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Driver } from 'flydrive/drivers/s3';
import { AppError } from '../base/errors.ts';
import type { Bucket } from '../environment/environment-readers.ts';
import { asAttachment, checkedKey, type FilePart, type Files } from './files.ts';

/**
 * Files in an S3 bucket; a call fails after `timeout` milliseconds of silence. The S3 library is loaded on first use,
 * so that it costs nothing otherwise.
 */
export function createFilesInBucket(bucket: Bucket, timeout = 5000): Files {
  let loading: Promise<Driver> | undefined;
  const withDriver = async <T>(work: (driver: Driver) => Promise<T>): Promise<T> => {
    loading ??= load(bucket, timeout).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return work(await loading).catch(awayIsUnavailable);
  };

  return {
    put: async (key, data) => {
      const target = checkedKey(key);
      await withDriver(({ writer }) =>
        ArrayBuffer.isView(data) ? writer.put(target, data) : putStream(writer, target, data),
      );
    },
    get: async (key, part) => {
      const target = checkedKey(key);
      const content = await withDriver(({ reader }) =>
        (part ? reader.getPart(target, part) : reader.getStream(target)).catch(absentIsNotFound),
      );
      return Readable.from(withinTime(content, timeout), { objectMode: false });
    },
    size: async (key) => {
      const target = checkedKey(key);
      const { contentLength } = await withDriver(({ reader }) => reader.getMetaData(target).catch(absentIsNotFound));
      return contentLength;
    },
    exists: async (key) => {
      const target = checkedKey(key);
      return withDriver(({ reader }) => reader.exists(target));
    },
    move: async (from, to) => {
      const [source, target] = [checkedKey(from), checkedKey(to)];
      // The bucket copies within itself, for as long as it takes.
      await withDriver(({ writer }) => writer.move(source, target).catch(absentIsNotFound));
    },
    delete: async (key) => {
      const target = checkedKey(key);
      await withDriver(({ reader }) => reader.delete(target));
    },
    deleteFolder: async (key) => {
      // With the trailing slash: `images/1` is also a prefix of `images/12`.
      const prefix = `${checkedKey(key)}/`;
      await withDriver(({ reader }) => reader.deleteAll(prefix));
      // The bucket reports files that it failed to delete in a response that the library treats as success.
      const { objects } = await withDriver(({ reader }) => reader.listAll(prefix, { recursive: true, maxResults: 1 }));
      for (const { name } of objects) throw new Error(`The bucket did not delete ${prefix}${name}.`);
    },
    url: async (key, fileName, expiresInSeconds) => {
      const target = checkedKey(key);
      const options = { expiresIn: expiresInSeconds, contentDisposition: asAttachment(fileName) };
      return withDriver(({ reader }) => reader.getSignedUrl(target, options));
    },
  };
}

/** The library only reads whole files. */
type Reader = S3Driver & { getPart: (key: string, part: FilePart) => Promise<Readable> };

interface Driver {
  reader: Reader;
  writer: S3Driver;
}

async function load(
  { bucket, region, endpoint, accessKeyId, secretAccessKey, forcePathStyle }: Bucket,
  timeout: number,
): Promise<Driver> {
  const [{ S3Driver }, { GetObjectCommand, S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const clientWith = (timeouts: object) =>
    new S3Client({
      region,
      maxAttempts: 2,
      requestHandler: { connectionTimeout: timeout, ...timeouts },
      // Default checksums are recent and unsupported by many S3-compatible services.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint && { endpoint }),
      ...(forcePathStyle !== undefined && { forcePathStyle }),
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    });
  const driverOn = (client: InstanceType<typeof S3Client>) =>
    new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  // Applies until a response begins; its body may be read as slowly as the consumer wants.
  const reading = clientWith({ requestTimeout: timeout, throwOnRequestTimeout: true });
  // Applies to silence, not to the whole call: a large file may take longer.
  const writing = clientWith({ socketTimeout: timeout });
  const getPart = async (key: string, { start, end }: FilePart) => {
    const part = { Bucket: bucket, Key: key, Range: `bytes=${start}-${end}` };
    // In Node the body is always this kind of stream.
    return (await reading.send(new GetObjectCommand(part))).Body as Readable;
  };
  return { reader: Object.assign(driverOn(reading), { getPart }), writer: driverOn(writing) };
}

/**
 * A stream in which each chunk must arrive within the timeout once it is requested; time spent by a slow consumer does
 * not count.
 */
async function* withinTime(stream: Readable, timeout: number): AsyncGenerator<Buffer> {
  const pieces: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  for (;;) {
    let last: NodeJS.Immediate | undefined;
    // After this process has stalled, its timers run before the data that arrived meanwhile is read: that is not
    // silence.
    const timer = setTimeout(() => {
      last = setImmediate(() => stream.destroy(new AppError('unavailable')));
    }, timeout);
    const { done, value } = await pieces.next().finally(() => {
      clearTimeout(timer);
      if (last) clearImmediate(last);
    });
    if (done) return;
    yield value;
  }
}

/** S3 needs the length in advance, so a stream is first written to a temporary file. */
async function putStream(driver: S3Driver, key: string, data: Readable): Promise<void> {
  const temporary = join(tmpdir(), `quartermaster-${randomUUID()}`);
  try {
    await pipeline(data, createWriteStream(temporary, { mode: 0o600 }));
    const { size } = await stat(temporary);
    await driver.putStream(key, createReadStream(temporary), { contentLength: size });
  } finally {
    await rm(temporary, { force: true });
  }
}

function absentIsNotFound(error: unknown): never {
  const isAbsent = error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
  throw isAbsent ? new AppError('not_found', { cause: error }) : error;
}

function awayIsUnavailable(error: unknown): never {
  throw isAway(error) ? new AppError('unavailable', { cause: error }) : error;
}

/** True if the bucket is silent, overloaded or temporarily broken, so that a retry may succeed. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, cause, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return name === 'TimeoutError' || status === 429 || status >= 500 || isAway(cause);
}
