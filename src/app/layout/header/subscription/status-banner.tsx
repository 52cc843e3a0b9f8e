import type { Subscription, Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import { billingPage } from '@quartermaster/contract/paths.ts';
import { useNow } from '../../../../shared/ui/hooks/use-now.ts';
import { TextLink } from '../../../../shared/ui/link-button.tsx';
import { SupportLink } from '../../../../shared/ui/support-link.tsx';
import { HeaderBanner } from '../header-banner.tsx';
import { bannerContent } from './banner-content.ts';

interface StatusBannerProps {
  workspace: Pick<Workspace, 'id' | 'name'>;
  subscription: Subscription;
  isOwner: boolean;
}

/** The banner of a subscription that is not simply active. */
export function StatusBanner({ workspace, subscription, isOwner }: StatusBannerProps) {
  const content = bannerContent(subscription, useNow());
  if (!content) return null;
  const { text, tone, link, hasSupport } = content;
  return (
    <HeaderBanner label="Subscription" text={text} title={`${workspace.name}: ${text}`} tone={tone}>
      {link && isOwner && <TextLink to={billingPage(workspace.id)}>{link}</TextLink>}
      {hasSupport && <SupportLink />}
    </HeaderBanner>
  );
}
