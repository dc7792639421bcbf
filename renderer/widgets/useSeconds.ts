import { useEffect, useState } from 'react';

/** Whole seconds since it was mounted. */
export function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => window.clearInterval(timer);
  }, []);
  return seconds;
}
