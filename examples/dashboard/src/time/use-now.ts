import { useEffect, useState } from 'react';

/** Milliseconds between two readings of the clock. */
const step = 30_000;

/** The present time in milliseconds, which moves on every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), step);
    return () => clearInterval(timer);
  }, []);
  return now;
}
