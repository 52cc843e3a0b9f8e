import { useAtom, useAtomValue } from 'jotai';
import { useLayoutEffect, useMemo, useState } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom';
import { activeInstanceAtom, hostInstanceAtom } from '../../shared/access/active-instance.ts';
import { useIsRetained } from '../../shared/access/use-is-retained.ts';
import { useServices } from '../../shared/services/services.ts';
import { isSessionKnown } from '../../shared/session/session.ts';
import { instanceRequestAtom, wantedInstancesAtom } from '../context/instance-request.ts';
import { isOpenMatch } from '../context/is-open-match.ts';
import { type Bootstrap, type StoredInstance, useBootstrap } from './bootstrap.ts';
import { Frame } from './frame.tsx';
import { FrameSkeleton } from './frame-skeleton.tsx';
import { addressedInstance } from './instance/addressed-instance.ts';
import { chooseInstance } from './instance/choose-instance.ts';
import { useDenied } from './instance/use-denied.ts';
import { useInstanceSync } from './instance/use-instance-sync.ts';
import { PartFrame } from './part-frame.tsx';

/**
 * The layout for signed-in users: waits for the user's data, then determines the active instance. If there is no session, a page that also
 * opens without one is shown without the layout.
 */
export function SignedInLayout() {
  const { session } = useServices();
  const isOpen = isOpenMatch(useMatches());
  const isSignedOut = isOpen && !isSessionKnown(session);
  const { bootstrap, stored, isRefused } = useBootstrap({ isWanted: !isSignedOut });
  const addressed = addressedInstance(useLocation().pathname);
  if (isSignedOut || (isOpen && isRefused)) return <Outlet />;
  if (!bootstrap || (stored === null && addressed === null)) return <FrameSkeleton />;
  return <InstanceGate bootstrap={bootstrap} stored={stored} addressed={addressed} />;
}

interface InstanceGateProps {
  bootstrap: Bootstrap;
  stored: StoredInstance;
  /** The instance that the address names. */
  addressed: number | null;
}

function InstanceGate({ bootstrap, stored, addressed }: InstanceGateProps) {
  const { part, session } = useServices();
  const requested = useAtomValue(instanceRequestAtom);
  const ofHost = useAtomValue(hostInstanceAtom);
  const chosenBefore = useAtomValue(wantedInstancesAtom);
  const [active, setActive] = useAtom(activeInstanceAtom);
  const { workspaces, roles } = bootstrap;
  const situation = { workspaces, roles, addressed, preferred: [...chosenBefore, stored] };
  const choice = chooseInstance(situation);
  const denied = useDenied(choice, addressed);
  const [frame, setFrame] = useState<{ of: number; isSuccessor: boolean }>();
  const before = frame?.of ?? null;
  const isLost = before !== null && before > 0 && 'redirect' in chooseInstance({ ...situation, addressed: before });
  const isRetained = useIsRetained(
    'redirect' in choice || (isLost && choice.instanceId !== before) ? 'refused' : 'shown',
  );
  const chosen = isRetained ? before : 'instanceId' in choice ? choice.instanceId : null;

  // Before the first paint, so that no screen renders with another instance's id; again for another user, but not for none.
  useLayoutEffect(() => {
    if (chosen !== null && active !== chosen && isSessionKnown(session)) setActive(chosen);
  }, [active, chosen, session, setActive]);

  const isRequestAllowed = 'instanceId' in chooseInstance({ ...situation, addressed: requested?.id ?? 0 });
  useInstanceSync({ chosen, current: ofHost ?? stored, addressed, isRequestAllowed });

  if (chosen !== null && active === chosen && frame?.of !== chosen)
    setFrame({ of: chosen, isSuccessor: frame !== undefined });

  const page = useMemo(() => <Outlet key={chosen} />, [chosen]);
  if (denied && !isRetained) return denied === 'unknown' ? <FrameSkeleton /> : <Navigate to={denied} replace />;
  if (active !== chosen) return <FrameSkeleton />;
  if (part) return <PartFrame>{page}</PartFrame>;
  return (
    <Frame bootstrap={bootstrap} isSuccessor={frame?.isSuccessor ?? false}>
      {page}
    </Frame>
  );
}
