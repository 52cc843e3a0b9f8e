import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import { format } from 'date-fns/format';

/** The day on which a planned release is published, in the viewer's time zone: `2026-10-30`. */
export const dayOf = ({ publish_at }: Pick<Release, 'publish_at'>): string =>
  publish_at === null ? '' : format(new Date(publish_at), 'yyyy-MM-dd');
