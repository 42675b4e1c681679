import type { EffectivePermission } from './permission';

/** An actor's permissions on an account, through shares and clinics. */
export class HeldPermissions extends Set<EffectivePermission> {
  /** `shared` are the permissions from shares alone, without clinics. */
  constructor(
    readonly shared: ReadonlySet<EffectivePermission>,
    throughClinics: Iterable<EffectivePermission> = [],
  ) {
    super([...shared, ...throughClinics]);
  }

  /** Whether any of the `sufficient` permissions comes from a share instead of only from clinics. */
  comesFromShare(sufficient?: readonly EffectivePermission[]): boolean {
    if (this.shared.size === 0) return false;
    const allowing = sufficient?.filter((permission) => this.has(permission)) ?? [];
    const asked = allowing.length > 0 ? allowing : [...this];
    return asked.some((permission) => this.shared.has(permission));
  }
}
