/** States of a prescription; the names are those that clients know. */
export const prescriptionStates = [
  'draft',
  'pending',
  'submitted',
  'claimed',
  'active',
  'inactive',
  'expired',
] as const;

export type PrescriptionState = (typeof prescriptionStates)[number];

/** What may become of a prescription by a new revision. */
const revised: Partial<Record<PrescriptionState, readonly string[]>> = {
  draft: ['draft', 'pending', 'submitted'],
  pending: ['pending', 'submitted'],
};

/** Whether a prescription in this state may get a revision that says that state. */
export const mayBecome = (state: PrescriptionState, next: string): boolean =>
  revised[state]?.includes(next) ?? false;

/** The state as everybody is told it: time ends what nobody has claimed. */
export const shownState = (
  { state, expirationTime }: { state: PrescriptionState; expirationTime: number | null },
  time: number,
): PrescriptionState =>
  state === 'submitted' && expirationTime !== null && expirationTime <= time ? 'expired' : state;
