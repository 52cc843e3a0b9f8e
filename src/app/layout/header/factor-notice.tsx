import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import type { Bootstrap } from '../bootstrap.ts';

const FactorBanner = lazyPart(() => import('./factor-banner.tsx').then((m) => m.FactorBanner));

/** Says that a workspace of the user requires a second factor, if the account has none. */
export const FactorNotice = ({ bootstrap: { roles } }: { bootstrap: Bootstrap }) =>
  roles.some((role) => role.lacks_second_factor) && <FactorBanner />;
