import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import { isoDay } from '../../../shared/ui/date-time.ts';

/** The day on which a planned release is published, in the viewer's time zone: `2026-10-30`. */
export const dayOf = ({ publish_at }: Pick<Release, 'publish_at'>): string =>
  publish_at === null ? '' : isoDay(publish_at);
