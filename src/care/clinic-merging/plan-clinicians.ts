import { isAdmin } from '../clinics/people/clinician-role';
import type { ClinicianEntity } from '../clinics/people/clinician.entity';
import type { Workspace } from './workspace';

/**
 * MOVE: a member of the source only; MERGE: the source record of a member of both clinics, which is deleted;
 * MERGE_INTO: the target record of such a member; RETAIN: a member of the target only.
 */
export type ClinicianAction = 'MOVE' | 'MERGE' | 'MERGE_INTO' | 'RETAIN';

export interface ClinicianPlan {
  clinician: ClinicianEntity;
  action: ClinicianAction;
  /** An administrator of the source but not of the target. */
  downgraded: boolean;
  resultingRoles: string[];
  /** Names of the clinics where the member works. */
  workspaces: string[];
  /** Reasons that prevent the merge. */
  error?: string;
}

/** Another clinician of the target has the address, or an open invitation to it. */
export const addressTaken = 'Address of a clinician exists in target workspace';

/** The effects of a merge on the clinicians of both clinics. */
export function planClinicians(source: Workspace, target: Workspace): ClinicianPlan[] {
  const targets = new Map(target.clinicians.map((each) => [each.userId, each]));
  const sourceIds = new Set(source.clinicians.map(({ userId }) => userId));
  const [sourceName, targetName] = [source.clinic.name, target.clinic.name];
  const isRestricted = (target.clinic.membershipRestrictions ?? []).length > 0;
  const addresses = new Set(target.clinicians.map(({ email }) => email));
  const findError = ({ email }: ClinicianEntity): string | undefined => {
    if (isRestricted) return 'Target workspace has membership restrictions';
    return email !== null && addresses.has(email) ? addressTaken : undefined;
  };
  return [
    ...source.clinicians.map((clinician): ClinicianPlan => {
      const { userId, roles } = clinician;
      const alone = { clinician, downgraded: false, resultingRoles: roles, workspaces: [sourceName] };
      if (userId === null) return { ...alone, action: 'MOVE', error: 'Pending invites in source workspace' };
      const known = targets.get(userId);
      if (!known) {
        const error = findError(clinician);
        return { ...alone, action: 'MOVE', ...(error !== undefined && { error }) };
      }
      return {
        clinician,
        action: 'MERGE',
        downgraded: isAdmin(roles) && !isAdmin(known.roles),
        resultingRoles: known.roles,
        workspaces: [sourceName, targetName],
      };
    }),
    ...target.clinicians.map((clinician): ClinicianPlan => {
      const isInBoth = clinician.userId !== null && sourceIds.has(clinician.userId);
      return {
        clinician,
        action: isInBoth ? 'MERGE_INTO' : 'RETAIN',
        downgraded: false,
        resultingRoles: clinician.roles,
        workspaces: isInBoth ? [sourceName, targetName] : [targetName],
      };
    }),
  ];
}
