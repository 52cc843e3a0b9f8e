import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { newItem } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { Can } from '../../shared/access/can.tsx';
import { IconPlus } from '../../shared/ui/icons/plus.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { ExplainedButton } from '../../shared/ui/popup/explained-button.tsx';

interface CreateItemButtonProps {
  instanceId: number;
  templateId: string;
}

/** Why items cannot be created in Stage and Prod. */
const onlyInDev =
  'You can only create items in the development environment. Here, you can review or manage existing items.';

/** Links to the form for a new item; in Stage and Prod a popover says why not, and without the permission it is hidden. */
export function CreateItemButton({ instanceId, templateId }: CreateItemButtonProps) {
  const label = templateId === imageTemplate.id ? 'Create image' : 'Create item';
  const icon = <IconPlus size={16} aria-hidden />;
  return (
    <Can
      do={newItem}
      otherwise={(refusal) =>
        refusal === 'environment' && (
          <ExplainedButton width={300} leftSection={icon} why={onlyInDev}>
            {label}
          </ExplainedButton>
        )
      }
    >
      <LinkButton leftSection={icon} to={pathTo(paths.newItem, { instanceId, templateId })} hasBackLink>
        {label}
      </LinkButton>
    </Can>
  );
}
