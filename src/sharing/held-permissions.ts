import type { EffectivePermission } from './permission';

/** What somebody may do with the data of an account, through a share of the account and through clinics. */
export class HeldPermissions extends Set<EffectivePermission> {
  /** `shared` is what the account shares with them, without any clinic. */
  constructor(
    readonly shared: ReadonlySet<EffectivePermission>,
    throughClinics: Iterable<EffectivePermission> = [],
  ) {
    super([...shared, ...throughClinics]);
  }

  /** True when what allows a thing, for which each of `sufficient` would do, is shared and comes not only from clinics. */
  comesFromShare(sufficient?: readonly EffectivePermission[]): boolean {
    if (this.shared.size === 0) return false;
    const allowing = sufficient?.filter((permission) => this.has(permission)) ?? [];
    const asked = allowing.length > 0 ? allowing : [...this];
    return asked.some((permission) => this.shared.has(permission));
  }
}
