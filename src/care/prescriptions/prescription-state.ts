/** States of a prescription; the names are public. */
export type PrescriptionState =
  'draft' | 'pending' | 'submitted' | 'claimed' | 'active' | 'inactive' | 'expired';

/** States that a new revision can lead to. */
const revised: Partial<Record<PrescriptionState, readonly string[]>> = {
  draft: ['draft', 'pending', 'submitted'],
  pending: ['pending', 'submitted'],
};

/** Whether a new revision may change the state of a prescription to another state. */
export const mayBecome = (state: PrescriptionState, next: string): boolean =>
  revised[state]?.includes(next) ?? false;

/** The public state: unclaimed prescriptions expire. */
export const shownState = (
  { state, expirationTime }: { state: PrescriptionState; expirationTime: number | null },
  time: number,
): PrescriptionState =>
  state === 'submitted' && expirationTime !== null && expirationTime <= time ? 'expired' : state;
