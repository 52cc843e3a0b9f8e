import { ActionIcon } from '@mantine/core';
import type { Subscription, Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import { billingPage } from '@quartermaster/contract/paths.ts';
import type { ReactNode } from 'react';
import { useServices } from '../../../../shared/services/services.ts';
import { useNarrow } from '../../../../shared/ui/hooks/use-narrow.ts';
import { useNow } from '../../../../shared/ui/hooks/use-now.ts';
import { IconAlertTriangle } from '../../../../shared/ui/icons/alert-triangle.ts';
import { IconClockHour4 } from '../../../../shared/ui/icons/clock-hour-4.ts';
import { TextLink } from '../../../../shared/ui/link-button.tsx';
import { useLazyPopup } from '../../../../shared/ui/popup/lazy-popup.tsx';
import { PopupPanel } from '../../../../shared/ui/popup/popup-panel.ts';
import { SupportLink } from '../../../../shared/ui/support-link.tsx';
import { type BannerContent, bannerContent } from './banner-content.ts';
import classes from './status-banner.module.css';

/** Below this width of the console, in pixels, the header has no room for a sentence. */
const roomForText = 1240;

const colors = { calm: 'indigo', soon: 'amber', lost: 'red' } as const;

interface StatusBannerProps {
  workspace: Pick<Workspace, 'id' | 'name'>;
  subscription: Subscription;
  isOwner: boolean;
}

/** The banner of a subscription that is not simply active: a sentence in the header or, where there is no room, a button that shows it. */
export function StatusBanner({ workspace, subscription, isOwner }: StatusBannerProps) {
  const { root } = useServices();
  const isCompact = useNarrow(root, roomForText);
  const content = bannerContent(subscription, useNow());
  if (!content) return null;
  const Icon = content.tone === 'calm' ? IconClockHour4 : IconAlertTriangle;
  const sentence = (
    <>
      <span className={classes.text} title={`${workspace.name}: ${content.text}`}>
        {content.text}
      </span>
      {content.link && isOwner && <TextLink to={billingPage(workspace.id)}>{content.link}</TextLink>}
      {content.hasSupport && <SupportLink />}
    </>
  );
  if (isCompact) return <CompactBanner content={content} icon={<Icon size={18} />} sentence={sentence} />;
  return (
    <section className={classes.banner} aria-label="Subscription" data-tone={content.tone}>
      <Icon size={16} aria-hidden="true" />
      {sentence}
    </section>
  );
}

interface CompactBannerProps {
  content: BannerContent;
  icon: ReactNode;
  sentence: ReactNode;
}

function CompactBanner({ content, icon, sentence }: CompactBannerProps) {
  const popup = useLazyPopup('dialog');
  return (
    <>
      <ActionIcon
        {...popup.button}
        variant="light"
        color={colors[content.tone]}
        size="lg"
        aria-label={content.text}
        title={content.text}
      >
        {icon}
      </ActionIcon>
      {popup.isNear && (
        <PopupPanel popup={popup} width={280} shadow="md" className={classes.popup}>
          {sentence}
        </PopupPanel>
      )}
    </>
  );
}
