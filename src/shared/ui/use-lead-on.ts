import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/** Leads to another page once the server has answered, unless this one was left while the answer was on its way. */
export function useLeadOn(): (to: string) => void {
  const navigate = useNavigate();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (to) => {
    if (isHere.current) void navigate(to);
  };
}
