/** Throws when the build is older than the sources, because tests would run outdated code. */
export function assertFreshBuild(): Promise<void>;
