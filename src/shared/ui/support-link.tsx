import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { supportQuery } from '../data/feedback.ts';
import { useRequest } from '../services/request.ts';

/** Leads to a mail to whoever helps the people of this server; until the address is known it is plain text. */
export function SupportLink() {
  const { data } = useQuery(supportQuery(useRequest()));
  if (!data) return <span>Contact support</span>;
  return (
    <Anchor href={`mailto:${data.email}`} inherit title={data.email}>
      Contact support
    </Anchor>
  );
}
