import { Alert } from '@mantine/core';
import { type Refusal, refusalErrors } from '@quartermaster/contract/access.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { errors } from '@quartermaster/contract/errors.ts';
import { lacksText } from '../../../shared/access/lacks-text.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { IconLock } from '../../../shared/ui/icons/lock.ts';

/** Why nothing in the instance can be changed, for users who can edit neither items nor templates. */
export function ReadOnlyReason() {
  const ofRead = useRefusal(templates.list);
  const ofItems = useRefusal(items.save);
  const ofTemplates = useRefusal(templates.save);
  if (ofItems === null || ofTemplates === null || ofItems === 'unknown' || ofTemplates === 'unknown') return null;
  const isUnseen = ofRead !== null && ofRead !== 'unknown';
  return (
    <Alert
      color="gray"
      icon={<IconLock size={18} />}
      title={isUnseen ? 'Templates and items are not shown to you' : 'You can view everything here, but not change it'}
    >
      {isUnseen ? lacksText('READ') : reasonOf(ofItems)}
    </Alert>
  );
}

function reasonOf(refusal: Refusal): string {
  if (refusal === 'plan')
    return 'The plan of this workspace does not include this project or this environment any more.';
  if (refusal === 'canceled' || refusal === 'seats') return errors[refusalErrors[refusal]].message;
  return lacksText('CREATE_ITEM', 'CREATE_TEMPLATE');
}
