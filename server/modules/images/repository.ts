import type { Query } from '../../core/database/database.ts';

/** Finds an image of an instance by its path; `bytes` is its size. */
export async function getImage(query: Query, instanceId: number, path: string) {
  const [image] = await query<{ bytes: number }>(
    'select bytes from images where instance_id = $1 and path = $2',
    [instanceId, path],
    'image',
  );
  return image;
}
