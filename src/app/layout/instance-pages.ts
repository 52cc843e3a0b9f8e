import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { replacements } from '@quartermaster/contract/endpoints/replacements.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { trash } from '@quartermaster/contract/endpoints/trash.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { texts } from '../../shared/ui/texts.ts';

/** The pages of the active instance that the user may open. */
export function useInstancePages(): { label: string; to: string }[] {
  const instanceId = useInstanceId();
  const pages = [
    { refusal: useRefusal(reports.list), label: texts.exportedData, to: paths.exportedData },
    { refusal: useRefusal(menu.list), label: texts.navigationSetup, to: paths.navigationSetup },
    { refusal: useRefusal(sync.listChanges), label: texts.instanceSync, to: paths.sync },
    { refusal: useRefusal(instances.getToken), label: texts.exportSettings, to: paths.exportSettings },
    { refusal: useRefusal(proposals.list), label: texts.proposals, to: paths.proposals },
    { refusal: useRefusal(activity.list), label: texts.activity, to: paths.activity },
    { refusal: useRefusal(trash.list), label: texts.trash, to: paths.trash },
    { refusal: useRefusal(replacements.apply), label: texts.findAndReplace, to: paths.replace },
  ];
  return pages.flatMap(({ refusal, label, to }) => (refusal === null && instanceId > 0 ? [{ label, to }] : []));
}
