import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { useServices } from '../../../shared/services/services.ts';
import { useNarrow } from '../../../shared/ui/hooks/use-narrow.ts';
import { IconAlertTriangle } from '../../../shared/ui/icons/alert-triangle.ts';
import { IconClockHour4 } from '../../../shared/ui/icons/clock-hour-4.ts';
import { useLazyPopup } from '../../../shared/ui/popup/lazy-popup.tsx';
import { PopupPanel } from '../../../shared/ui/popup/popup-panel.ts';
import classes from './header-banner.module.css';

/** Below this width of the console, in pixels, the header has no room for a sentence. */
const roomForText = 1240;

const colors = { calm: 'indigo', soon: 'amber', lost: 'red' } as const;

interface HeaderBannerProps {
  /** What it is about. */
  label: string;
  text: string;
  /** The complete text. */
  title: string;
  /** Ordered by how soon access is lost. */
  tone: keyof typeof colors;
  /** Links after the text. */
  children?: ReactNode;
}

/** A sentence in the header or, where there is no room, a button that shows it. */
export function HeaderBanner(props: HeaderBannerProps) {
  const { label, text, title, tone, children } = props;
  const { root } = useServices();
  const isCompact = useNarrow(root, roomForText);
  const Icon = tone === 'calm' ? IconClockHour4 : IconAlertTriangle;
  const sentence = (
    <>
      <span className={classes.text} title={title}>
        {text}
      </span>
      {children}
    </>
  );
  if (isCompact) return <CompactBanner {...props} icon={<Icon size={18} />} sentence={sentence} />;
  return (
    <section className={classes.banner} aria-label={label} data-tone={tone}>
      <Icon size={16} aria-hidden="true" />
      {sentence}
    </section>
  );
}

function CompactBanner({
  text,
  tone,
  icon,
  sentence,
}: Pick<HeaderBannerProps, 'text' | 'tone'> & Record<'icon' | 'sentence', ReactNode>) {
  const popup = useLazyPopup('dialog');
  return (
    <>
      <ActionIcon {...popup.button} variant="light" color={colors[tone]} size="lg" aria-label={text} title={text}>
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
