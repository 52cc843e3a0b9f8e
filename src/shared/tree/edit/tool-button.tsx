import { ActionIcon } from '@mantine/core';
import type { Icon } from '../../ui/icons/icon.ts';

interface ToolButtonProps {
  label: string;
  icon: Icon;
  /** The keyboard shortcut for the same action. */
  keys?: string;
  /** Why the button is disabled. */
  reason?: string | undefined;
  onClick: () => void;
  size?: number;
  color?: string;
}

/** A button that stays focusable while it is disabled, and shows the reason. */
export function ToolButton({ label, icon: Icon, keys, reason, onClick, size = 30, color = 'gray' }: ToolButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color={color}
      c={reason === undefined ? 'var(--mantine-color-text)' : 'var(--mantine-color-dimmed)'}
      bg={reason === undefined ? '' : 'transparent'}
      size={size}
      aria-label={label}
      aria-disabled={reason !== undefined || undefined}
      data-disabled={reason !== undefined}
      aria-description={reason}
      title={reason ?? (keys ? `${label} (${keys})` : label)}
      onClick={reason === undefined ? onClick : undefined}
    >
      <Icon size={size > 28 ? 18 : 16} aria-hidden />
    </ActionIcon>
  );
}
