import { numberText } from '@quartermaster/contract/number-text.ts';
import { ProgressLine } from '../../../shared/ui/change/progress-line.tsx';

/** How many images of a run are done. */
export const UploadProgress = ({ processed, total }: { processed: number; total: number }) => (
  <ProgressLine
    what="Images processed"
    text={`Processing... ${numberText(processed)} of ${numberText(total)} images processed`}
    done={processed}
    total={total}
  />
);
