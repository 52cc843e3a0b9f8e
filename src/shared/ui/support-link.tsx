import { Anchor, Text } from '@mantine/core';
import { useServices } from '../session/services.ts';

/** How to reach whoever runs the server: mail to `support` at the server's host. */
export function SupportLink() {
  const { apiBase, root } = useServices();
  const { hostname } = new URL(apiBase, root.ownerDocument.baseURI);
  return (
    <Text>
      <Anchor href={`mailto:support@${hostname}`} inherit>
        Contact support
      </Anchor>
    </Text>
  );
}
