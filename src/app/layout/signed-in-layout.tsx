import { useAtom } from 'jotai';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Navigate, Outlet, useMatch } from 'react-router-dom';
import { activeInstanceAtom } from '../../shared/access/active-instance.ts';
import { useIsHeld } from '../../shared/access/use-is-held.ts';
import { hostInstanceAtom } from '../context/host-instance.ts';
import { Frame } from './frame.tsx';
import { FrameSkeleton } from './frame-skeleton.tsx';
import { chooseInstance } from './instance/choose-instance.ts';
import { useFollow } from './instance/use-follow.ts';
import { type Bootstrap, useBootstrap } from './use-bootstrap.ts';

/** Everything behind sign-in: waits for who is there and what they have, then settles on an instance. */
export function SignedInLayout() {
  const bootstrap = useBootstrap();
  return bootstrap ? <InstanceGate bootstrap={bootstrap} /> : <FrameSkeleton />;
}

function InstanceGate({ bootstrap }: { bootstrap: Bootstrap }) {
  const address = useMatch('/instance/:instanceId/*');
  const addressed = address ? Number(address.params.instanceId) : null;
  const [asked] = useAtom(hostInstanceAtom);
  const [active, setActive] = useAtom(activeInstanceAtom);
  const { workspaces, roles } = bootstrap;
  const stored = bootstrap.settings.active_instance_id;
  const situation = { workspaces, roles, addressed, asked, stored };
  const choice = chooseInstance(situation);
  const shown = useRef<number | null>(null);
  const before = shown.current;
  const isLost = before !== null && before > 0 && 'redirect' in chooseInstance({ ...situation, addressed: before });
  const isHeld = useIsHeld('redirect' in choice || (isLost && choice.instanceId !== before) ? 'refused' : 'shown');
  const chosen = isHeld ? before : 'instanceId' in choice ? choice.instanceId : null;

  // Before the first painting: no screen ever sees an instance that is not its own.
  useLayoutEffect(() => {
    if (chosen !== null) setActive(chosen);
  }, [chosen, setActive]);

  useFollow({ chosen, stored, addressed });

  useEffect(() => {
    if (active === chosen) shown.current = chosen;
  }, [active, chosen]);

  if ('redirect' in choice && !isHeld) return <Navigate to={choice.redirect} replace />;
  if (active !== chosen) return <FrameSkeleton />;
  return (
    <Frame bootstrap={bootstrap} isSuccessor={shown.current !== null && shown.current !== chosen}>
      <Outlet key={chosen} />
    </Frame>
  );
}
