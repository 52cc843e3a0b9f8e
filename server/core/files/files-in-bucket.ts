import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Driver } from 'flydrive/drivers/s3';
import { AppError } from '../errors.ts';
import { asAttachment, type Bucket, checkedKey, type FilePart, type Files } from './files.ts';

/**
 * Files in an S3 bucket, which may say nothing for `patience` milliseconds before it is given up. Its library is loaded with
 * the first file, so that it costs nothing where it is not used.
 */
export function createFilesInBucket(bucket: Bucket, patience = 5000): Files {
  let loading: Promise<Driver> | undefined;
  const driver = () => {
    loading ??= load(bucket, patience).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  return {
    put: async (key, data) => {
      const target = checkedKey(key);
      if (ArrayBuffer.isView(data)) await (await driver()).put(target, data);
      else await putStream(await driver(), target, data);
    },
    get: async (key, part) => {
      const target = checkedKey(key);
      const store = await driver();
      return (part ? store.getPart(target, part) : store.getStream(target)).catch(absentIsNotFound);
    },
    size: async (key) => {
      const target = checkedKey(key);
      const { contentLength } = await (await driver()).getMetaData(target).catch(absentIsNotFound);
      return contentLength;
    },
    exists: async (key) => (await driver()).exists(checkedKey(key)),
    delete: async (key) => (await driver()).delete(checkedKey(key)),
    deleteFolder: async (key) => {
      // With its slash: what begins with `images/1` is in `images/12` too.
      const prefix = `${checkedKey(key)}/`;
      await (await driver()).deleteAll(prefix);
      // The bucket tells of a file that it has not deleted in an answer that the library takes for success.
      const { objects } = await (await driver()).listAll(prefix, { recursive: true, maxResults: 1 });
      for (const { name } of objects) throw new Error(`The bucket has kept ${prefix}${name}.`);
    },
    url: async (key, fileName, expiresInSeconds) =>
      (await driver()).getSignedUrl(checkedKey(key), {
        expiresIn: expiresInSeconds,
        contentDisposition: asAttachment(fileName),
      }),
  };
}

/** The library reads whole files only. */
type Driver = S3Driver & { getPart: (key: string, part: FilePart) => Promise<Readable> };

async function load(
  { bucket, region, endpoint, accessKeyId, secretAccessKey, forcePathStyle }: Bucket,
  patience: number,
): Promise<Driver> {
  const [{ S3Driver }, { GetObjectCommand, S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const client = new S3Client({
    region,
    maxAttempts: 2,
    // Of silence, not of the whole call: a large file may take longer.
    requestHandler: { connectionTimeout: patience, socketTimeout: patience },
    // Checksums by default are news that many services speaking S3 have not heard of.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint }),
    ...(forcePathStyle !== undefined && { forcePathStyle }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  });
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  return Object.assign(driver, {
    getPart: async (key: string, { start, end }: FilePart) => {
      const part = { Bucket: bucket, Key: key, Range: `bytes=${start}-${end}` };
      // In Node it is always this kind of stream.
      return (await client.send(new GetObjectCommand(part))).Body as Readable;
    },
  });
}

/** S3 wants to know the length beforehand, so a stream waits in a temporary file until it has ended. */
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
