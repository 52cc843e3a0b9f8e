import { Stack, Text } from '@mantine/core';
import type { AssistantRequest } from '@quartermaster/contract/endpoints/assistants.ts';
import classes from './connect-form.module.css';
import { ReturnLink } from './return-link.tsx';

/** For users without a project: there is nothing that they could open to an assistant. */
export const NoProject = ({ asked: { client_name, denied_url } }: { asked: AssistantRequest }) => (
  <Stack gap="lg" maw={560} align="flex-start" className={classes.form}>
    <Text>
      <strong>{client_name}</strong> asks to work with your content. You are in no project yet: create one, or ask an
      admin of your workspace to add you to one. Then open this page again.
    </Text>
    <ReturnLink url={denied_url}>Deny</ReturnLink>
  </Stack>
);
