/**
 * Waits for work, at most the given milliseconds. Returns false if it takes longer; the work continues. Throws
 * errors of the work.
 */
export async function within(limit: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limit);
  });
  // Later failures are ignored.
  const done = work.then(() => true);
  done.catch(() => undefined);
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
