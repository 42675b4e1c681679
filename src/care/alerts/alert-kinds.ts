/** Kinds of alerts, most urgent first. */
export type AlertKind = 'urgentLow' | 'low' | 'high' | 'notLooping' | 'noCommunication';

/** History of one kind of alert; absent times have not happened. Milliseconds since the epoch. */
export interface AlertActivity {
  /** When it last began. */
  triggered?: number;
  /** When the follower was last notified. */
  sent?: number;
  /** When it last ended. */
  resolved?: number;
}

export type AlertsActivity = Partial<Record<AlertKind, AlertActivity>>;

/** Whether it has begun and not ended. */
export const isActive = ({ triggered = -Infinity, resolved = -Infinity }: AlertActivity): boolean =>
  triggered > resolved;

/** Whether the follower was notified since it began. */
export const isSent = ({ triggered = -Infinity, sent = -Infinity }: AlertActivity): boolean =>
  sent > triggered;

/** The activity after the follower was notified. */
export function afterSending(activity: AlertsActivity, kind: AlertKind, now: number): AlertsActivity {
  const before = activity[kind] ?? {};
  return { ...activity, [kind]: { ...before, sent: Math.max(now, (before.triggered ?? -Infinity) + 1) } };
}
