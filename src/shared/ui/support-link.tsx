import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { supportQuery } from '../data/feedback.ts';
import { useRequest } from '../services/request.ts';

/** A mailto link to the support address of this server; plain text until the address is known. */
export function SupportLink() {
  const { data } = useQuery(supportQuery(useRequest()));
  if (!data) return <span>Contact support</span>;
  return (
    <Anchor href={`mailto:${data.email}`} inherit title={data.email}>
      Contact support
    </Anchor>
  );
}
