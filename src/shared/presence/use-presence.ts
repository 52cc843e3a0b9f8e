import type { LivePresence } from '@quartermaster/contract/endpoints/live.ts';
import { type Spot, spotKey } from '@quartermaster/contract/presence-spots.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useServices } from '../services/services.ts';
import { announcerOf } from './announcer.ts';
import { type EditedFields, followFields } from './follow-fields.ts';

export interface PresenceOptions {
  instanceId: number;
  at: Spot;
  /** Must be the same object as long as it is the same form. */
  fields?: EditedFields;
}

/** Tells others that the user has something open, and what of it is edited; returns who else has, as long as that is known. */
export function usePresence({ instanceId, at, fields }: PresenceOptions): LivePresence | null {
  const services = useServices();
  const { presence } = services;
  const key = spotKey(at);
  const [known, setKnown] = useState<LivePresence | null>(null);
  const open = useEffectEvent(() => announcerOf(services).open(instanceId, at));
  useEffect(() => {
    const opened = open();
    const stopFields = fields && followFields(fields, services.root, opened);
    const stop = presence.subscribe((news) => {
      if (news === 'reset' || (news === 'stream' && presence.stream() === undefined)) setKnown(null);
      else if (news !== 'stream' && news.instance_id === instanceId && spotKey(news.at) === key) setKnown(news);
    });
    return () => {
      stop();
      stopFields?.();
      opened.close();
    };
  }, [presence, services, instanceId, key, fields]);
  return known?.instance_id === instanceId && spotKey(known.at) === key ? known : null;
}
