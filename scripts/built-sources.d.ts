/** Throws when the build is not that of the sources: tests would run what nobody has written. */
export function assertFreshBuild(): Promise<void>;
