import type { ColorScheme, ErrorPhase } from '../app/context/host-api.ts';
import { type PanelContent, showPanel } from './isolation/panel.ts';
import { showPlaceholder } from './isolation/placeholder.ts';

const notHere = 'The console cannot be shown here';
const oops = 'Oops! Something went wrong';

interface FallbackContext {
  /** Read on each use, as an earlier mount's may replace it. */
  root: () => HTMLElement;
  /** Read on each use, as the host may change it. */
  colorScheme: () => ColorScheme | undefined;
  /** Reports an error that replaces the console, under the given id or a new one; returns its id. */
  report: (phase: ErrorPhase, error: unknown, id?: string) => string;
  /** The recent events as text, for support. */
  detailsOf: (errorId?: string) => string;
  onRetry: () => void;
}

/** What an element shows instead of the console: a placeholder while it loads, or a panel with the reason why it cannot be shown. */
export function createFallback({ root, colorScheme, report, detailsOf, onRetry }: FallbackContext) {
  let panel: { remove: () => void } | null = null;
  let placeholder: { remove: () => void } | null = null;

  const show = (content: PanelContent) => {
    placeholder?.remove();
    panel?.remove();
    panel = showPanel(root(), { colorScheme: colorScheme(), ...content });
  };
  const action = {
    label: 'Try again',
    run: () => {
      panel?.remove();
      panel = null;
      onRetry();
    },
  };

  return {
    showPlaceholder: () => {
      placeholder = showPlaceholder(root(), colorScheme());
    },
    removePlaceholder: () => placeholder?.remove(),
    /** Shows a failure that a retry may fix, and its id. */
    fail: (phase: ErrorPhase, error: unknown, sentence: string, errorId?: string) => {
      const id = report(phase, error, errorId);
      show({ headline: oops, sentences: [sentence], id, details: () => detailsOf(id), action });
    },
    /** Shows what the host's developers have to change; a retry cannot help. */
    refuse: (phase: ErrorPhase, sentences: string[]) => {
      report(phase, new Error(sentences.join(' ')));
      show({ headline: notHere, sentences, details: () => detailsOf() });
    },
    /** Shows what the server's administrators have to change. */
    refuseUntilAllowed: (error: Error, sentences: string[]) => {
      report('load', error);
      show({ headline: notHere, sentences, action });
    },
    remove: () => {
      panel?.remove();
      placeholder?.remove();
    },
  };
}
