import { Group, Text, Title } from '@mantine/core';
import { delivery } from '@quartermaster/contract/endpoints/delivery.ts';
import { endpointUrl } from '@quartermaster/contract/endpoints/endpoint-url.ts';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { useServices } from '../../../shared/services/services.ts';
import { CopyButton } from '../../../shared/ui/copy/copy-button.tsx';
import classes from './delivery-example.module.css';

/** Shows how to read the exported files over HTTP, ready to paste into a terminal. */
export function DeliveryExample({ instanceId }: { instanceId: number }) {
  const { apiBase } = useServices();
  const project = useInstanceContext()?.project;
  const language = project?.file_per_language ? project.languages?.at(-1) : undefined;
  const manifest = endpointUrl(apiBase, delivery.manifest, { params: { instanceId } });
  const file = manifest.replace('manifest.json', 'TEMPLATE_ID.json');
  const command = `curl --compressed -H "Authorization: Bearer $TOKEN" ${manifest}`;
  const fileCommand = `curl --compressed -H "Authorization: Bearer $TOKEN" -O ${file}`;
  return (
    <section>
      <Title order={2} size="md" mb={4}>
        Delivery API
      </Title>
      <Text c="dimmed" size="sm" mb="xs">
        The manifest lists the files of the last completed export with their hashes. Put the token into $TOKEN.
      </Text>
      <Command label="manifest command" text={command} />
      <Text c="dimmed" size="sm" my="xs">
        One file per template
        {language !== undefined &&
          `, and one in each language with localised texts, such as TEMPLATE_ID.${language}.json`}
        :
      </Text>
      <Command label="file command" text={fileCommand} />
    </section>
  );
}

function Command({ label, text }: { label: string; text: string }) {
  return (
    <Group gap={4} wrap="nowrap" align="flex-start" className={classes.command}>
      <code className={classes.text}>{text}</code>
      <CopyButton value={text} label={label} />
    </Group>
  );
}
